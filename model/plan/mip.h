/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_MIP_H
#define TOPO_X_MIP_H

/**
 * @file
 * A mixed-integer programme and its solution, without a trace of the solver behind it.
 */

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{
namespace topox
{

/// No bound.
constexpr double MIP_INFINITY = std::numeric_limits<double>::infinity();

/// A linear programme, some of whose variables are integer; the objective is maximised.
class MipModel
{
  public:
    /// A term of a row: variable and coefficient.
    using Term = std::pair<uint32_t, double>;

    /// A variable.
    struct Variable
    {
        double lower;     //!< bound
        double upper;     //!< bound, MIP_INFINITY for none
        double objective; //!< coefficient in the objective
        bool integer;     //!< must be integer
    };

    /// A row: lower <= sum of terms <= upper.
    struct Row
    {
        double lower;            //!< -MIP_INFINITY for none
        double upper;            //!< MIP_INFINITY for none
        std::vector<Term> terms; //!< each variable at most once
    };

    /**
     * @param lower bound
     * @param upper bound
     * @param objective coefficient in the objective
     * @param integer whether it must be integer
     * @returns index of the new variable
     */
    uint32_t AddVariable(double lower, double upper, double objective, bool integer);

    /**
     * @param lower bound
     * @param upper bound
     * @param terms each variable at most once
     */
    void AddRow(double lower, double upper, std::vector<Term> terms);

    /// @returns all variables
    const std::vector<Variable>& Variables() const;
    /// @returns all rows
    const std::vector<Row>& Rows() const;

  private:
    std::vector<Variable> m_variables; //!< the variables
    std::vector<Row> m_rows;           //!< the rows
};

/// When to stop before optimality is proven.
struct MipLimits
{
    double seconds{10};      //!< wall time: a backstop, since it depends on the machine
    uint32_t nodes{2000};    //!< branch-and-bound nodes: a limit that does not
    int iterations{100'000}; //!< of the simplex method for the relaxation: another one
    double gap{0};           //!< relative gap that is good enough
};

/// What the solver found.
struct MipSolution
{
    bool feasible{false};       //!< values hold a solution
    bool optimal{false};        //!< proven within the gap asked for
    std::vector<double> values; //!< by variable; integers are whole
    double objective{0};        //!< of values
    double bound{0};            //!< no solution is better
    double gap{0};              //!< (bound - objective) / max(|objective|, tiny); 0 when optimal
    std::string status;         //!< for people: what stopped the solver
};

/**
 * Maximise a model with GLPK. Never aborts the process: an internal error of GLPK comes back as a
 * status.
 *
 * @param model the model
 * @param limits when to stop
 * @returns the best solution found
 */
MipSolution SolveMip(const MipModel& model, const MipLimits& limits);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_MIP_H */
