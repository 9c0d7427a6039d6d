/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "train-options.h"

#include "ns3/atomic-file.h"
#include "ns3/command-line.h"
#include "ns3/data-rate.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <map>
#include <regex>

using namespace ns3;
using namespace ns3::topox;

namespace
{

/// Options as text: ns-3's CommandLine would end the program on a bad value with the exit code of
/// a crash, and without saying what was expected.
using Texts = std::map<std::string, std::string>;

const std::vector<std::pair<std::string, std::string>> OPTIONS{
    {"taskgraph", "Run this FlexFlow task graph (.fbuf) or topo-x task graph (JSON)"},
    {"job", "Run this job file (JSON); default: DLRM, configuration 2 of Table II"},
    {"plan", "Run this plan (JSON) instead of planning"},
    {"servers", "Number of servers; default: as in the job"},
    {"degree", "NIC ports of each server"},
    {"switches", "Number of optical switches; default: as many as --degree"},
    {"switchPorts", "Ports of each optical switch; default: as many as needed"},
    {"linkRate", "Rate of each port, for instance 100Gb/s"},
    {"reconfigurationTime", "How long a changed port is dark, for instance 1ms or 10us"},
    {"fibreDelay", "Time of flight from server to switch, for instance 50ns"},
    {"mtu", "Path MTU: payload of a full frame, in bytes"},
    {"electricalRate", "One more port of each server, into a packet switch, for instance 25Gb/s"},
    {"electricalThreshold", "Messages of so many bytes or fewer take that port"},
    {"electricalAcks", "Acknowledgements of all others take it too: 0 or 1"},
    {"planner",
     "Planners, separated by commas: topo-opt, topo-x, ideal-switch, full-mesh, leaf-spine, "
     "fat-tree, fat-tree-2-1, fat-tree-equal-cost, dragonfly, rail-optimised; of fibres torus-2d, "
     "torus-3d, twisted-torus, expander, and the same through optical switches with -ocs behind"},
    {"prices", "Prices of parts (JSON) for fabrics of equal cost; see examples/prices.json"},
    {"transport", "rdma, or over packet switches tcp (ns-3's default) or dctcp"},
    {"rings", "How TopoOpt selects rings: paper or public-code"},
    {"seed", "Seed of the planners"},
    {"timeLimit", "Seconds for all MIPs of one plan"},
    {"output", "Folder to write to"},
    {"faults", "File of faults of optical switches; otherwise those of the job"},
    {"pcap", "Write pcap files of all server ports: 0 or 1"},
    {"animation", "Write netanim.xml: 0 or 1"},
};

/// @returns whether ns-3's CommandLine knows an argument without our help
bool
KnownToNs3(const std::string& name)
{
    static const std::vector<std::string> standard{"help",
                                                   "version",
                                                   "PrintHelp",
                                                   "PrintVersion",
                                                   "PrintGlobals",
                                                   "PrintGroups",
                                                   "PrintGroup",
                                                   "PrintTypeIds",
                                                   "PrintAttributes"};
    if (std::find(standard.begin(), standard.end(), name) != standard.end())
    {
        return true;
    }
    for (auto it = GlobalValue::Begin(); it != GlobalValue::End(); ++it)
    {
        if ((*it)->GetName() == name)
        {
            return true;
        }
    }
    TypeId tid;
    const auto colon = name.rfind("::"); // ns3::Type::Attribute
    return colon != std::string::npos && TypeId::LookupByNameFailSafe(name.substr(0, colon), &tid);
}

void
RefuseUnknown(int argc, char* argv[])
{
    for (int k = 1; k < argc; ++k)
    {
        std::string argument = argv[k];
        const auto dashes = argument.find_first_not_of('-');
        const auto name =
            dashes == std::string::npos ? "" : argument.substr(dashes, argument.find('=') - dashes);
        const bool ours = std::any_of(OPTIONS.begin(), OPTIONS.end(), [&name](const auto& o) {
            return o.first == name;
        });
        if (dashes == 0 || dashes > 2 || (!ours && !KnownToNs3(name)))
        {
            throw InputError(argument, "", "there is no such option; --help lists them");
        }
        if (ours && argument.find('=') == std::string::npos)
        {
            throw InputError(argument, "", "expected --" + name + "=VALUE");
        }
    }
}

uint64_t
ParseUint(const Texts& texts, const std::string& name, uint64_t otherwise, uint64_t most)
{
    const auto it = texts.find(name);
    if (it == texts.end())
    {
        return otherwise;
    }
    const auto& text = it->second;
    const bool digits =
        !text.empty() && text.size() <= 19 &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || std::stoull(text) > most)
    {
        throw InputError("--" + name,
                         "",
                         "expected an integer from 0 to " + std::to_string(most) + ", found \"" +
                             text + "\"");
    }
    return std::stoull(text);
}

uint32_t
ParseUint32(const Texts& texts, const std::string& name, uint32_t otherwise)
{
    return static_cast<uint32_t>(ParseUint(texts, name, otherwise, 1'000'000));
}

uint64_t
ParseRate(const Texts& texts, const std::string& name, uint64_t otherwise)
{
    const auto it = texts.find(name);
    if (it == texts.end())
    {
        return otherwise;
    }
    DataRateValue value;
    static const std::regex form("[0-9.]+ ?([kKMGT]?i?(b/s|bps|B/s|Bps))?");
    if (!std::regex_match(it->second, form) ||
        !value.DeserializeFromString(it->second, MakeDataRateChecker()))
    {
        throw InputError("--" + name,
                         "",
                         "expected a rate such as 100Gb/s, found \"" + it->second + "\"");
    }
    return value.Get().GetBitRate();
}

Picoseconds
ParseTime(const Texts& texts, const std::string& name, Picoseconds otherwise)
{
    const auto it = texts.find(name);
    if (it == texts.end())
    {
        return otherwise;
    }
    static const std::regex form("([0-9]+(\\.[0-9]+)?)(s|ms|us|ns|ps)");
    std::smatch parts;
    static const std::map<std::string, double> unit{{"s", 1e12},
                                                    {"ms", 1e9},
                                                    {"us", 1e6},
                                                    {"ns", 1e3},
                                                    {"ps", 1}};
    if (!std::regex_match(it->second, parts, form) || parts[1].length() > 15 ||
        std::stod(parts[1]) * unit.at(parts[3]) > 4e15)
    {
        throw InputError("--" + name,
                         "",
                         "expected a time such as 1ms, 10us or 50ns, at most an hour, found \"" +
                             it->second + "\"");
    }
    return static_cast<Picoseconds>(std::stod(parts[1]) * unit.at(parts[3]) + 0.5);
}

bool
ParseSwitch(const Texts& texts, const std::string& name, bool otherwise)
{
    return ParseUint(texts, name, otherwise ? 1 : 0, 1) == 1;
}

std::vector<std::string>
ParsePlanners(const std::string& text)
{
    std::vector<std::string> names;
    for (size_t from = 0; from <= text.size();)
    {
        const auto to = std::min(text.find(',', from), text.size());
        names.push_back(text.substr(from, to - from));
        MakePlanner(names.back()); // refuses what it does not know
        if (std::count(names.begin(), names.end(), names.back()) > 1)
        {
            throw InputError("--planner", "", "\"" + names.back() + "\" is named twice");
        }
        from = to + 1;
    }
    return names;
}

double
ParseSeconds(const Texts& texts, const std::string& name, double otherwise)
{
    const auto it = texts.find(name);
    if (it == texts.end())
    {
        return otherwise;
    }
    static const std::regex form("[0-9]{1,9}(\\.[0-9]{1,9})?");
    if (!std::regex_match(it->second, form))
    {
        throw InputError("--" + name,
                         "",
                         "expected a number of seconds, found \"" + it->second + "\"");
    }
    return std::stod(it->second);
}

TrainOptions
FromTexts(const Texts& texts)
{
    const auto get = [&texts](const std::string& name, const std::string& otherwise) {
        const auto it = texts.find(name);
        return it == texts.end() ? otherwise : it->second;
    };
    TrainOptions options;
    if (texts.count("taskgraph") + texts.count("job") + texts.count("plan") > 1)
    {
        throw InputError("--job", "", "only one of --taskgraph, --job and --plan may be given");
    }
    options.workload = get("taskgraph", get("job", ""));
    options.plan = get("plan", "");
    if (texts.count("servers") > 0)
    {
        options.servers = ParseUint32(texts, "servers", 0);
        if (*options.servers < 2 || *options.servers > 4096)
        {
            throw InputError("--servers",
                             "",
                             "at least 2 and at most 4096, found " + texts.at("servers"));
        }
    }
    auto& fabric = options.fabric;
    fabric.degree = ParseUint32(texts, "degree", fabric.degree);
    fabric.switches = ParseUint32(texts, "switches", fabric.degree);
    if (texts.count("switchPorts") > 0)
    {
        options.switchPorts = ParseUint32(texts, "switchPorts", 0);
    }
    fabric.linkRate = ParseRate(texts, "linkRate", fabric.linkRate);
    fabric.reconfigurationTime =
        ParseTime(texts, "reconfigurationTime", fabric.reconfigurationTime);
    fabric.fibreDelay = ParseTime(texts, "fibreDelay", fabric.fibreDelay);
    fabric.mtu = ParseUint32(texts, "mtu", fabric.mtu);
    fabric.electricalRate = ParseRate(texts, "electricalRate", fabric.electricalRate);
    options.planning.electricalThreshold =
        ParseUint(texts, "electricalThreshold", options.planning.electricalThreshold, INT64_MAX);
    options.planning.electricalAcks =
        ParseSwitch(texts, "electricalAcks", options.planning.electricalAcks);
    if (fabric.electricalRate == 0 &&
        texts.count("electricalThreshold") + texts.count("electricalAcks") > 0)
    {
        throw InputError("--electricalRate",
                         "",
                         "expected with --electricalThreshold and --electricalAcks");
    }
    options.planners = ParsePlanners(get("planner", "topo-opt,topo-x,ideal-switch"));
    const auto prices = get("prices", "");
    if (!prices.empty())
    {
        options.planning.prices = PricesFromJson(ReadWholeFile(prices), prices);
    }
    options.transport = get("transport", options.transport);
    if (options.transport != "rdma" && options.transport != "tcp" && options.transport != "dctcp")
    {
        throw InputError("--transport",
                         "",
                         "expected rdma, tcp or dctcp, found \"" + options.transport + "\"");
    }
    const auto rings = get("rings", "paper");
    if (rings != "paper" && rings != "public-code")
    {
        throw InputError("--rings", "", "expected paper or public-code, found \"" + rings + "\"");
    }
    options.planning.permutationStyle =
        rings == "paper" ? PermutationStyle::NEAREST_GEOMETRIC : PermutationStyle::PUBLIC_CODE;
    options.planning.seed = ParseUint(texts, "seed", 1, INT64_MAX);
    options.planning.timeLimit = ParseSeconds(texts, "timeLimit", options.planning.timeLimit);
    options.output = get("output", options.output);
    if (const auto file = get("faults", ""); !file.empty())
    {
        options.faults = LoadFaults(file);
    }
    options.pcap = ParseSwitch(texts, "pcap", options.pcap);
    options.animation = ParseSwitch(texts, "animation", options.animation);
    return options;
}

} // namespace

TrainOptions
ParseTrainOptions(int argc, char* argv[])
{
    RefuseUnknown(argc, argv);
    Texts texts;
    CommandLine cmd(__FILE__);
    cmd.Usage("Plans a training iteration with several planners, runs each plan packet by packet "
              "and compares them with a lower bound.\n");
    for (const auto& [name, help] : OPTIONS)
    {
        cmd.AddValue(name, help, [&texts, key = name](const std::string& value) {
            texts[key] = value;
            return true;
        });
    }
    cmd.Parse(argc, argv);
    return FromTexts(texts);
}
