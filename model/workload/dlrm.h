/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_DLRM_H
#define TOPO_X_DLRM_H

/**
 * @file
 * Training iterations of DLRM, the deep-learning recommendation model (Naumov et al., 2019).
 */

#include "task-graph.h"

namespace ns3
{
namespace topox
{

/// What computes in one server, taken as one device.
struct Accelerator
{
    double peakFlops{156e12};                   //!< FLOP/s; A100 with TF32 (NVIDIA A100 data sheet)
    double memoryBandwidth{1.555e12};           //!< bytes/s; A100 with 40 GB (the same)
    double efficiency{0.75};                    //!< part of the peak that a large product reaches
    Picoseconds kernelOverhead{10 * PS_PER_US}; //!< on top of each operator

    /**
     * Roofline: the slower of arithmetic and memory, and the overhead.
     *
     * @param flops floating-point operations
     * @param bytes moved to and from memory
     * @returns run time of one operator
     */
    Picoseconds RunTime(double flops, double bytes) const;
};

/**
 * A multi-layer perceptron in the notation of DLRM's scripts: a list of widths, the input's first.
 */
struct Mlp
{
    uint32_t width{1024}; //!< of each layer
    uint32_t layers{8};   //!< entries of the list
};

/**
 * A DLRM. Defaults are configuration 2 of Table II of the TOPO-X paper.
 *
 * The bottom MLP has width w in all of its list: layers - 1 matrices of w * w. The first entry of
 * the top MLP's list is what comes in, the pooled embeddings and the output of the bottom MLP;
 * behind its list comes one output: matrices of (tables * dimension + w) * v, layers - 2 of v * v,
 * and v * 1, each layer with its bias.
 */
struct DlrmModel
{
    Mlp bottom{1024, 8};       //!< on the dense features
    Mlp top{2048, 16};         //!< on everything; one output behind
    uint32_t tables{16};       //!< embedding tables
    uint64_t rows{10'000'000}; //!< of each table
    uint32_t dimension{256};   //!< of each row
    uint32_t lookups{80};      //!< rows that are pooled for one sample and table
};

/// How DLRM is trained: dense part data-parallel, tables spread over the servers.
struct DlrmTraining
{
    uint32_t servers{16};            //!< each one device
    uint32_t samplesPerServer{2048}; //!< local batch. The public graph's 2 MiB for each pair of
                                     //!< servers are 2048 samples of 256 floats: 8 times 256
    uint32_t bytesPerNumber{4};      //!< parameters, activations and gradients: single precision
    Accelerator accelerator;         //!< in each server
};

/**
 * One iteration, with the dependencies of FlexFlow's public task graphs: bottom MLP and embedding
 * lookups; pooled embeddings from each table's server to all others; concatenation; top MLP; the
 * way back; gradients of the embeddings to the tables' servers; an all-reduce for each weight
 * matrix and each bias as soon as all servers have its gradient. Table t is on server t mod
 * servers.
 *
 * @param name of the graph
 * @param model the model
 * @param training how it is trained
 * @returns the graph
 */
TaskGraph BuildDlrm(const std::string& name, const DlrmModel& model, const DlrmTraining& training);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_DLRM_H */
