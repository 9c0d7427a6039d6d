/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mip.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <glpk.h>
#include <memory>

namespace ns3
{
namespace topox
{

uint32_t
MipModel::AddVariable(double lower, double upper, double objective, bool integer)
{
    m_variables.push_back({lower, upper, objective, integer});
    return m_variables.size() - 1;
}

void
MipModel::AddRow(double lower, double upper, std::vector<Term> terms)
{
    m_rows.push_back({lower, upper, std::move(terms)});
}

const std::vector<MipModel::Variable>&
MipModel::Variables() const
{
    return m_variables;
}

const std::vector<MipModel::Row>&
MipModel::Rows() const
{
    return m_rows;
}

namespace
{

/// GLPK's name for a pair of bounds.
int
BoundType(double lower, double upper)
{
    if (std::isinf(lower))
    {
        return std::isinf(upper) ? GLP_FR : GLP_UP;
    }
    if (std::isinf(upper))
    {
        return GLP_LO;
    }
    return lower == upper ? GLP_FX : GLP_DB;
}

/// Copy a model into GLPK.
void
Load(glp_prob* problem, const MipModel& model)
{
    glp_set_obj_dir(problem, GLP_MAX);
    const auto& variables = model.Variables();
    const auto& rows = model.Rows();
    glp_add_cols(problem, static_cast<int>(variables.size()));
    for (size_t j = 0; j < variables.size(); ++j)
    {
        const auto& v = variables[j];
        const int column = static_cast<int>(j) + 1;
        glp_set_col_bnds(problem, column, BoundType(v.lower, v.upper), v.lower, v.upper);
        glp_set_obj_coef(problem, column, v.objective);
        glp_set_col_kind(problem, column, v.integer ? GLP_IV : GLP_CV);
    }
    glp_add_rows(problem, static_cast<int>(rows.size()));
    for (size_t i = 0; i < rows.size(); ++i)
    {
        const auto& row = rows[i];
        std::vector<int> index{0};
        std::vector<double> value{0};
        for (const auto& [variable, coefficient] : row.terms)
        {
            index.push_back(static_cast<int>(variable) + 1);
            value.push_back(coefficient);
        }
        const int number = static_cast<int>(i) + 1;
        glp_set_row_bnds(problem, number, BoundType(row.lower, row.upper), row.lower, row.upper);
        glp_set_mat_row(problem,
                        number,
                        static_cast<int>(index.size()) - 1,
                        index.data(),
                        value.data());
    }
}

/// What the branch-and-bound callback keeps.
struct Search
{
    uint32_t nodeLimit;  //!< when to stop
    uint32_t nodes{0};   //!< nodes so far
    double bound{0};     //!< best bound of the open nodes
    bool stopped{false}; //!< by the node limit
};

void
OnSearchEvent(glp_tree* tree, void* info)
{
    auto* search = static_cast<Search*>(info);
    if (glp_ios_reason(tree) == GLP_ISELECT)
    {
        const int best = glp_ios_best_node(tree);
        if (best != 0)
        {
            search->bound = glp_ios_node_bound(tree, best);
        }
        if (++search->nodes > search->nodeLimit)
        {
            search->stopped = true;
            glp_ios_terminate(tree);
        }
    }
}

/// GLPK aborts the process on an internal error unless its hook jumps away.
struct ErrorJump
{
    std::jmp_buf target; //!< where to go on
};

[[noreturn]] void
OnGlpkError(void* info)
{
    std::longjmp(static_cast<ErrorJump*>(info)->target, 1);
}

/// Solve the relaxation, then branch and bound. Fills everything but the gap.
void
Branch(glp_prob* problem, const MipLimits& limits, MipSolution& solution)
{
    glp_smcp simplex;
    glp_init_smcp(&simplex);
    simplex.msg_lev = GLP_MSG_OFF;
    simplex.tm_lim = static_cast<int>(std::min(limits.seconds * 1000, 1e9));
    simplex.it_lim = limits.iterations;
    simplex.meth = GLP_DUALP;
    const int relaxed = glp_simplex(problem, &simplex);
    if (relaxed != 0 || glp_get_status(problem) != GLP_OPT)
    {
        solution.status = relaxed == GLP_ETMLIM || relaxed == GLP_EITLIM
                              ? "limit reached in the LP relaxation"
                              : "the LP relaxation has no optimum";
        return;
    }
    const double relaxation = glp_get_obj_val(problem);
    Search search{limits.nodes, 0, relaxation, false};
    glp_iocp branch;
    glp_init_iocp(&branch);
    branch.msg_lev = GLP_MSG_OFF;
    branch.tm_lim = simplex.tm_lim;
    branch.mip_gap = limits.gap;
    branch.cb_func = OnSearchEvent;
    branch.cb_info = &search;
    const int searched = glp_intopt(problem, &branch);
    const int status = glp_mip_status(problem);
    solution.feasible = status == GLP_OPT || status == GLP_FEAS;
    if (!solution.feasible)
    {
        solution.status = searched == GLP_ETMLIM ? "time limit" : "no integer solution";
        return;
    }
    solution.optimal = searched == 0 || searched == GLP_EMIPGAP;
    solution.objective = glp_mip_obj_val(problem);
    solution.bound =
        solution.optimal && searched == 0 ? solution.objective : std::min(search.bound, relaxation);
    solution.status = solution.optimal ? "optimal" : search.stopped ? "node limit" : "time limit";
    for (int column = 1; column <= glp_get_num_cols(problem); ++column)
    {
        const double value = glp_mip_col_val(problem, column);
        solution.values.push_back(glp_get_col_kind(problem, column) == GLP_CV ? value
                                                                              : std::round(value));
    }
}

} // namespace

MipSolution
SolveMip(const MipModel& model, const MipLimits& limits)
{
    const auto output = glp_term_out(GLP_OFF);
    MipSolution solution;
    ErrorJump jump;
    glp_error_hook(OnGlpkError, &jump);
    if (setjmp(jump.target) == 0)
    {
        glp_prob* problem = glp_create_prob();
        Load(problem, model);
        Branch(problem, limits, solution);
        glp_delete_prob(problem);
    }
    else
    {
        glp_free_env(); // what GLPK held is in an unknown state
        solution = MipSolution{};
        solution.status = "GLPK failed";
    }
    glp_error_hook(nullptr, nullptr);
    glp_term_out(output);
    if (solution.feasible)
    {
        solution.gap = std::max(0.0, solution.bound - solution.objective) /
                       std::max(std::abs(solution.objective), 1e-12);
    }
    return solution;
}

} // namespace topox
} // namespace ns3
