/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "hpcc-reader.h"

#include "ns3/atomic-file.h"
#include "ns3/input-error.h"

#include <cmath>
#include <sstream>

namespace ns3
{
namespace topox
{

namespace
{

/// More nodes than this is a mistake.
constexpr uint64_t MOST_NODES = 1'000'000;

/// A line of words.
struct Line
{
    uint32_t number{0};             //!< in the file, from 1
    std::vector<std::string> words; //!< what stands on it
};

/// A text file, line by line; empty lines are skipped.
class Lines
{
  public:
    explicit Lines(const std::string& path)
        : m_path(path),
          m_in(ReadWholeFile(path))
    {
    }

    /// @returns the next line that has words, or one without when there is none
    Line Next()
    {
        Line line;
        std::string text;
        while (line.words.empty() && std::getline(m_in, text))
        {
            ++m_number;
            std::istringstream words(text);
            for (std::string word; words >> word;)
            {
                line.words.push_back(word);
            }
        }
        line.number = m_number;
        return line;
    }

    [[noreturn]] void Fail(const Line& line, const std::string& expectation) const
    {
        std::string found;
        for (const auto& word : line.words)
        {
            found += (found.empty() ? "" : " ") + word;
        }
        found = found.size() > 80 ? found.substr(0, 80) + "..." : found;
        throw InputError(m_path,
                         "line " + std::to_string(line.number),
                         expectation + ", found " +
                             (found.empty() ? "the end of the file" : "\"" + found + "\""));
    }

  private:
    std::string m_path;      //!< of the file
    std::istringstream m_in; //!< what is left
    uint32_t m_number{0};    //!< of the last line
};

/// @returns whether a word is a whole number up to a limit, and which
bool
IsNumber(const std::string& word, uint64_t limit, uint64_t& value)
{
    if (word.empty() || word.size() > 18 ||
        word.find_first_not_of("0123456789") != std::string::npos)
    {
        return false;
    }
    value = std::stoull(word);
    return value <= limit;
}

/// @returns whether a word is a finite number, and which; the rest of the word goes to unit
bool
IsReal(const std::string& word, double& value, std::string& unit)
{
    const char* begin = word.c_str();
    char* end = nullptr;
    value = std::strtod(begin, &end);
    unit = end;
    return end != begin && std::isfinite(value);
}

/// Nodes, switches and links of a header line.
struct Counts
{
    uint64_t nodes{0};    //!< in all
    uint64_t switches{0}; //!< of all kinds
    uint64_t links{0};    //!< lines to come
};

Counts
ReadCounts(Lines& lines)
{
    const auto line = lines.Next();
    std::vector<uint64_t> numbers;
    for (const auto& word : line.words)
    {
        uint64_t value;
        if (!IsNumber(word, MOST_NODES * 100, value))
        {
            break;
        }
        numbers.push_back(value);
    }
    const auto words = line.words.size();
    Counts counts;
    if (words == 3 && numbers.size() == 3)
    {
        counts = {numbers[0], numbers[1], numbers[2]};
    }
    else if (words == 4 && numbers.size() == 4)
    {
        counts = {numbers[0], numbers[1], numbers[3]};
    }
    else if ((words == 6 || words == 7) && numbers.size() >= 5)
    {
        counts = {numbers[0], numbers[2] + numbers[3], numbers[4]};
    }
    else
    {
        lines.Fail(line,
                   "expected \"nodes switches links\", \"nodes switches tors links\" or \"nodes "
                   "gpus_per_server nvswitches switches links gpu_type\"");
    }
    if (counts.nodes == 0 || counts.nodes > MOST_NODES || counts.switches > counts.nodes)
    {
        lines.Fail(line, "expected 1 to 1000000 nodes, and no more switches than nodes");
    }
    return counts;
}

void
ReadSwitches(Lines& lines, uint64_t count, Network& network)
{
    // The numbers may go on over several lines.
    for (uint64_t found = 0; found < count;)
    {
        const auto line = lines.Next();
        if (line.words.empty())
        {
            lines.Fail(line, "expected " + std::to_string(count - found) + " more switch numbers");
        }
        for (const auto& word : line.words)
        {
            uint64_t node;
            if (found == count || !IsNumber(word, network.isSwitch.size() - 1, node) ||
                network.isSwitch[node])
            {
                lines.Fail(line,
                           "expected " + std::to_string(count) +
                               " different numbers of switches below " +
                               std::to_string(network.isSwitch.size()) + ", not \"" + word + "\"");
            }
            network.isSwitch[node] = true;
            ++found;
        }
    }
}

/// @returns what is wrong with a line of a link, empty when nothing is
std::string
ParseLink(const Line& line, uint64_t nodes, NetworkLink& link)
{
    const auto& words = line.words;
    if (words.size() < 4 || words.size() > 5)
    {
        return "expected \"source destination rate delay error_rate\"";
    }
    uint64_t a;
    uint64_t b;
    if (!IsNumber(words[0], nodes - 1, a) || !IsNumber(words[1], nodes - 1, b) || a == b)
    {
        return "expected a link between two different nodes, 0 to " + std::to_string(nodes - 1);
    }
    std::string unit;
    link = {static_cast<uint32_t>(a),
            static_cast<uint32_t>(b),
            ParseRate(words[2]),
            ParseDelay(words[3]),
            0};
    if (link.rate == 0)
    {
        return "expected a rate above zero such as 100Gbps, not \"" + words[2] + "\"";
    }
    if (link.delay < 0)
    {
        return "expected a delay such as 0.001ms, not \"" + words[3] + "\"";
    }
    if (words.size() == 5 && (!IsReal(words[4], link.errorRate, unit) || !unit.empty() ||
                              link.errorRate < 0 || link.errorRate >= 1))
    {
        return "expected an error rate in [0, 1), not \"" + words[4] + "\"";
    }
    return "";
}

} // namespace

uint64_t
ParseRate(const std::string& text)
{
    double value;
    std::string unit;
    if (!IsReal(text, value, unit) || value <= 0)
    {
        return 0;
    }
    const std::pair<const char*, double> units[] = {{"", 1},
                                                    {"bps", 1},
                                                    {"b/s", 1},
                                                    {"Kbps", 1e3},
                                                    {"kbps", 1e3},
                                                    {"kb/s", 1e3},
                                                    {"Mbps", 1e6},
                                                    {"Mb/s", 1e6},
                                                    {"Gbps", 1e9},
                                                    {"Gb/s", 1e9},
                                                    {"Tbps", 1e12},
                                                    {"Tb/s", 1e12}};
    for (const auto& [name, factor] : units)
    {
        if (unit == name && value * factor < 1e15)
        {
            return std::llround(value * factor);
        }
    }
    return 0;
}

Picoseconds
ParseDelay(const std::string& text)
{
    double value;
    std::string unit;
    if (!IsReal(text, value, unit) || value < 0)
    {
        return -1;
    }
    const std::pair<const char*, double> units[] = {{"s", 1e12},
                                                    {"ms", 1e9},
                                                    {"us", 1e6},
                                                    {"ns", 1e3},
                                                    {"ps", 1}};
    for (const auto& [name, factor] : units)
    {
        if (unit == name && value * factor < 1e18)
        {
            return std::llround(value * factor);
        }
    }
    return -1;
}

WithWarnings<Network>
ReadHpccTopology(const std::string& path)
{
    Lines lines(path);
    const auto counts = ReadCounts(lines);
    WithWarnings<Network> result;
    auto& network = result.value;
    network.name = path;
    network.isSwitch.assign(counts.nodes, false);
    ReadSwitches(lines, counts.switches, network);
    for (uint64_t k = 0; k < counts.links; ++k)
    {
        const auto line = lines.Next();
        NetworkLink link{};
        const auto wrong = ParseLink(line, counts.nodes, link);
        if (!wrong.empty())
        {
            lines.Fail(line,
                       wrong + " (link " + std::to_string(k + 1) + " of " +
                           std::to_string(counts.links) + ")");
        }
        network.links.push_back(link);
    }
    const auto behind = lines.Next();
    NetworkLink unread{};
    if (ParseLink(behind, counts.nodes, unread).empty())
    {
        result.warnings.push_back(path + ": line " + std::to_string(behind.number) +
                                  ": there are more links than the " +
                                  std::to_string(counts.links) +
                                  " that the header announces; "
                                  "they are ignored");
    }
    network.Validate();
    return result;
}

WithWarnings<std::vector<TimedFlow>>
ReadHpccFlows(const std::string& path, const Network& network, uint64_t packetBytes)
{
    constexpr uint64_t MOST = 1ULL << 50;
    Lines lines(path);
    const auto header = lines.Next();
    uint64_t count = 0;
    if (header.words.size() != 1 || !IsNumber(header.words[0], 100'000'000, count))
    {
        lines.Fail(header, "expected the number of flows");
    }
    WithWarnings<std::vector<TimedFlow>> result;
    const auto parse = [&](const Line& line, TimedFlow& flow) -> std::string {
        const auto& words = line.words;
        uint64_t numbers[3];
        uint64_t size;
        uint64_t port = 0;
        double seconds;
        double stop;
        std::string unit;
        const auto nodes = network.isSwitch.size();
        if (words.size() != 6)
        {
            return "expected \"source destination priority_group port bytes start_s\"";
        }
        for (const uint32_t k : {0, 1})
        {
            if (!IsNumber(words[k], nodes - 1, numbers[k]) || network.isSwitch[numbers[k]])
            {
                return "expected a server of the topology, not \"" + words[k] + "\"";
            }
        }
        if (numbers[0] == numbers[1] || !IsNumber(words[2], 7, numbers[2]))
        {
            return "expected two different servers and a priority group from 0 to 7";
        }
        // The second form has two times at the end, with a point in the first of them.
        const bool packets = words[4].find('.') != std::string::npos;
        const bool good = packets
                              ? IsNumber(words[3], MOST / packetBytes, size) &&
                                    IsReal(words[4], seconds, unit) && unit.empty() &&
                                    IsReal(words[5], stop, unit) && unit.empty()
                              : IsNumber(words[3], 65535, port) && IsNumber(words[4], MOST, size) &&
                                    IsReal(words[5], seconds, unit) && unit.empty();
        if (!good || seconds < 0 || seconds > 1e6)
        {
            return "expected port, bytes and start in seconds, or packets, start and stop";
        }
        flow = {static_cast<uint32_t>(numbers[0]),
                static_cast<uint32_t>(numbers[1]),
                static_cast<uint32_t>(numbers[2]),
                static_cast<uint32_t>(port),
                packets ? size * packetBytes : size,
                std::llround(seconds * PS_PER_SECOND)};
        return "";
    };
    for (uint64_t k = 0; k < count; ++k)
    {
        const auto line = lines.Next();
        TimedFlow flow{};
        const auto wrong = parse(line, flow);
        if (!wrong.empty())
        {
            lines.Fail(line,
                       wrong + " (flow " + std::to_string(k + 1) + " of " + std::to_string(count) +
                           ")");
        }
        result.value.push_back(flow);
    }
    const auto behind = lines.Next();
    TimedFlow unread{};
    if (parse(behind, unread).empty())
    {
        result.warnings.push_back(path + ": line " + std::to_string(behind.number) +
                                  ": there are more flows than the " + std::to_string(count) +
                                  " that the first line announces; they are ignored");
    }
    return result;
}

} // namespace topox
} // namespace ns3
