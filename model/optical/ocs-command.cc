/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ocs-command.h"

namespace ns3
{
namespace topox
{

namespace
{

/// Ports of one side that a command has named so far.
class NamedPorts
{
  public:
    NamedPorts(const std::string& what, uint32_t ports)
        : m_what(what),
          m_named(ports, false)
    {
    }

    /// @returns what is wrong with naming this port, if anything is
    std::string Name(uint32_t port)
    {
        if (port >= m_named.size())
        {
            return m_what + " " + std::to_string(port) + " does not exist, there are " +
                   std::to_string(m_named.size()) + " ports";
        }
        if (m_named[port])
        {
            return m_what + " " + std::to_string(port) + " occurs twice in one command";
        }
        m_named[port] = true;
        return "";
    }

  private:
    std::string m_what;        //!< input or output
    std::vector<bool> m_named; //!< by port
};

} // namespace

std::string
FindContradiction(const OcsCommand& command, uint32_t ports)
{
    NamedPorts inputs("input", ports);
    NamedPorts outputs("output", ports);
    std::string reason;
    for (const auto& c : command.set)
    {
        reason = reason.empty() ? inputs.Name(c.in) : reason;
        reason = reason.empty() ? outputs.Name(c.out) : reason;
    }
    for (const auto in : command.clear)
    {
        reason = reason.empty() ? inputs.Name(in) : reason;
    }
    return reason;
}

std::string
ExpandGroups(OcsCommand& command, uint32_t groupSize)
{
    OcsCommand whole;
    for (const auto& c : command.set)
    {
        if (c.in % groupSize != c.out % groupSize)
        {
            return "input " + std::to_string(c.in) + " is wavelength " +
                   std::to_string(c.in % groupSize) + " of its group, output " +
                   std::to_string(c.out) + " wavelength " + std::to_string(c.out % groupSize);
        }
        for (uint32_t k = 0; k < groupSize; ++k)
        {
            whole.set.push_back(
                {c.in / groupSize * groupSize + k, c.out / groupSize * groupSize + k});
        }
    }
    for (const auto in : command.clear)
    {
        for (uint32_t k = 0; k < groupSize; ++k)
        {
            whole.clear.push_back(in / groupSize * groupSize + k);
        }
    }
    command = whole;
    return "";
}

} // namespace topox
} // namespace ns3
