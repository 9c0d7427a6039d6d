/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dlrm.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{
namespace topox
{

Picoseconds
Accelerator::RunTime(double flops, double bytes) const
{
    const double seconds = std::max(flops / (peakFlops * efficiency), bytes / memoryBandwidth);
    return std::llround(seconds * PS_PER_SECOND) + kernelOverhead;
}

namespace
{

/// One task on each server.
using OnServers = std::vector<TaskId>;

/// Builds one iteration, layer by layer.
class Builder
{
  public:
    Builder(const DlrmModel& model, const DlrmTraining& training);
    TaskGraph Build(const std::string& name);

  private:
    struct Layer
    {
        uint64_t in;  //!< width of what comes in
        uint64_t out; //!< width of what comes out
    };

    static std::vector<Layer> Layers(uint64_t in, uint64_t width, uint32_t matrices);
    double Numbers(double count) const;
    TaskId Add(Task task);
    OnServers AddCompute(const std::string& name, TaskPhase phase, Picoseconds duration);
    void After(const OnServers& tasks, const OnServers& before);
    OnServers AddDense(const std::string& name, TaskPhase phase, const Layer& layer);
    OnServers AddEmbedding(TaskPhase phase);
    void Exchange(const std::string& name,
                  TaskPhase phase,
                  const OnServers& from,
                  const OnServers& to,
                  bool fromTables);
    void Reduce(const std::string& name, uint64_t numbers, const OnServers& gradients);
    OnServers Backward(const std::string& name,
                       const std::vector<Layer>& layers,
                       const std::vector<OnServers>& forward,
                       OnServers gradient);
    uint32_t TablesOn(ServerId server) const;

    const DlrmModel& m_model;       //!< the model
    const DlrmTraining& m_training; //!< how it is trained
    std::vector<Task> m_tasks;      //!< so far
};

Builder::Builder(const DlrmModel& model, const DlrmTraining& training)
    : m_model(model),
      m_training(training)
{
}

std::vector<Builder::Layer>
Builder::Layers(uint64_t in, uint64_t width, uint32_t matrices)
{
    std::vector<Layer> layers;
    for (uint32_t k = 0; k < matrices; ++k)
    {
        layers.push_back({k == 0 ? in : width, width});
    }
    return layers;
}

double
Builder::Numbers(double count) const
{
    return count * m_training.bytesPerNumber;
}

TaskId
Builder::Add(Task task)
{
    m_tasks.push_back(std::move(task));
    return static_cast<TaskId>(m_tasks.size() - 1);
}

OnServers
Builder::AddCompute(const std::string& name, TaskPhase phase, Picoseconds duration)
{
    OnServers tasks;
    for (ServerId s = 0; s < m_training.servers; ++s)
    {
        Task task;
        task.name = name + " @" + std::to_string(s);
        task.phase = phase;
        task.device = s;
        task.duration = duration;
        tasks.push_back(Add(std::move(task)));
    }
    return tasks;
}

void
Builder::After(const OnServers& tasks, const OnServers& before)
{
    for (size_t s = 0; s < tasks.size() && !before.empty(); ++s)
    {
        m_tasks[tasks[s]].predecessors.push_back(before[s]);
    }
}

OnServers
Builder::AddDense(const std::string& name, TaskPhase phase, const Layer& layer)
{
    const double samples = m_training.samplesPerServer;
    const double in = layer.in;
    const double out = layer.out;
    // Backward has two products of the size of the forward one: by weights and by activations.
    const double products = phase == TaskPhase::BACKWARD ? 2 : 1;
    const auto duration =
        m_training.accelerator.RunTime(products * 2 * samples * in * out,
                                       products * Numbers(samples * (in + out) + in * out));
    return AddCompute(name, phase, duration);
}

uint32_t
Builder::TablesOn(ServerId server) const
{
    const auto n = m_training.servers;
    return m_model.tables / n + (server < m_model.tables % n ? 1 : 0);
}

OnServers
Builder::AddEmbedding(TaskPhase phase)
{
    OnServers tasks =
        AddCompute(phase == TaskPhase::FORWARD ? "embedding" : "embedding gradient", phase, 0);
    const double samples = static_cast<double>(m_training.samplesPerServer) * m_training.servers;
    for (ServerId s = 0; s < m_training.servers; ++s)
    {
        // Rows are read for all samples of all servers; the way back reads and writes them.
        const double passes = phase == TaskPhase::FORWARD ? 1 : 2;
        const double numbers = samples * m_model.lookups * m_model.dimension * TablesOn(s);
        m_tasks[tasks[s]].duration =
            TablesOn(s) > 0 ? m_training.accelerator.RunTime(0, passes * Numbers(numbers)) : 0;
    }
    return tasks;
}

void
Builder::Exchange(const std::string& name,
                  TaskPhase phase,
                  const OnServers& from,
                  const OnServers& to,
                  bool fromTables)
{
    const auto n = m_training.servers;
    for (ServerId s = 0; s < n; ++s)
    {
        for (ServerId t = 0; t < n; ++t)
        {
            const auto tables = TablesOn(fromTables ? s : t);
            if (s == t || tables == 0)
            {
                continue;
            }
            Task task;
            task.name = name + " " + std::to_string(s) + ">" + std::to_string(t);
            task.kind = TaskKind::TRANSFER;
            task.phase = phase;
            task.source = s;
            task.destination = t;
            task.bytes = static_cast<uint64_t>(tables) * m_training.samplesPerServer *
                         m_model.dimension * m_training.bytesPerNumber;
            task.predecessors = {from[s]};
            const auto id = Add(std::move(task));
            m_tasks[to[t]].predecessors.push_back(id);
        }
    }
}

void
Builder::Reduce(const std::string& name, uint64_t numbers, const OnServers& gradients)
{
    Task task;
    task.name = name;
    task.kind = TaskKind::COLLECTIVE;
    task.phase = TaskPhase::BACKWARD;
    task.bytes = numbers * m_training.bytesPerNumber;
    task.group.resize(m_training.servers);
    std::iota(task.group.begin(), task.group.end(), 0);
    task.predecessors = gradients;
    Add(std::move(task));
}

OnServers
Builder::Backward(const std::string& name,
                  const std::vector<Layer>& layers,
                  const std::vector<OnServers>& forward,
                  OnServers gradient)
{
    for (size_t k = layers.size(); k-- > 0;)
    {
        const auto layer = name + " " + std::to_string(k);
        const auto task = AddDense(layer + " gradient", TaskPhase::BACKWARD, layers[k]);
        After(task, forward[k]);
        After(task, gradient);
        Reduce("all-reduce " + layer + " weights", layers[k].in * layers[k].out, task);
        Reduce("all-reduce " + layer + " bias", layers[k].out, task);
        gradient = task;
    }
    return gradient;
}

TaskGraph
Builder::Build(const std::string& name)
{
    const uint64_t w = m_model.bottom.width;
    const uint64_t interaction = static_cast<uint64_t>(m_model.tables) * m_model.dimension + w;
    const auto bottom = Layers(w, w, m_model.bottom.layers - 1);
    auto top = Layers(interaction, m_model.top.width, m_model.top.layers - 1);
    top.push_back({m_model.top.width, 1});

    const auto embedding = AddEmbedding(TaskPhase::FORWARD);
    std::vector<OnServers> bottomTasks;
    for (size_t k = 0; k < bottom.size(); ++k)
    {
        bottomTasks.push_back(
            AddDense("bottom " + std::to_string(k), TaskPhase::FORWARD, bottom[k]));
        After(bottomTasks[k], k > 0 ? bottomTasks[k - 1] : OnServers{});
    }
    const auto copied = Numbers(2.0 * m_training.samplesPerServer * interaction);
    const auto concatTime = m_training.accelerator.RunTime(0, copied);
    const auto concat = AddCompute("concat", TaskPhase::FORWARD, concatTime);
    After(concat, bottomTasks.back());
    After(concat, embedding);
    Exchange("embeddings", TaskPhase::FORWARD, embedding, concat, true);
    std::vector<OnServers> topTasks;
    for (size_t k = 0; k < top.size(); ++k)
    {
        topTasks.push_back(AddDense("top " + std::to_string(k), TaskPhase::FORWARD, top[k]));
        After(topTasks[k], k > 0 ? topTasks[k - 1] : concat);
    }

    const auto topGradient = Backward("top", top, topTasks, {});
    const auto split = AddCompute("concat gradient", TaskPhase::BACKWARD, concatTime);
    After(split, concat);
    After(split, topGradient);
    const auto embeddingGradient = AddEmbedding(TaskPhase::BACKWARD);
    After(embeddingGradient, embedding);
    After(embeddingGradient, split);
    Exchange("embedding gradients", TaskPhase::BACKWARD, split, embeddingGradient, false);
    Backward("bottom", bottom, bottomTasks, split);

    std::vector<ServerId> serverOfDevice(m_training.servers);
    std::iota(serverOfDevice.begin(), serverOfDevice.end(), 0);
    return TaskGraph(name, m_training.servers, std::move(serverOfDevice), std::move(m_tasks));
}

} // namespace

TaskGraph
BuildDlrm(const std::string& name, const DlrmModel& model, const DlrmTraining& training)
{
    return Builder(model, training).Build(name);
}

} // namespace topox
} // namespace ns3
