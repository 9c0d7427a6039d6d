/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_INPUT_ERROR_H
#define TOPO_X_INPUT_ERROR_H

/**
 * @file
 * The one exception of readers and planners: the user's input is wrong, and here is where.
 */

#include <stdexcept>
#include <string>

namespace ns3
{
namespace topox
{

/**
 * Bad input: which file, where in it, and what was expected there. Thrown by readers and planners,
 * caught once in the main function of each program, which prints what() and exits with code 2.
 */
class InputError : public std::runtime_error
{
  public:
    /**
     * @param file the file or option at fault, for instance "job.json" or "--degree"
     * @param place line, JSON pointer or byte offset; may be empty
     * @param expectation what was expected there and what was found instead
     */
    InputError(const std::string& file, const std::string& place, const std::string& expectation)
        : std::runtime_error(file + (place.empty() ? "" : ": " + place) + ": " + expectation)
    {
    }
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_INPUT_ERROR_H */
