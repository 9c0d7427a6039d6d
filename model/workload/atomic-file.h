/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_ATOMIC_FILE_H
#define TOPO_X_ATOMIC_FILE_H

/**
 * @file
 * Files as a whole: read entirely, or written so that a reader sees all of it or the old one.
 */

#include <string>

namespace ns3
{
namespace topox
{

/**
 * @param path a file
 * @returns its content
 * @throws InputError when it cannot be read
 */
std::string ReadWholeFile(const std::string& path);

/**
 * Write under a temporary name in the same folder, then rename.
 *
 * @param path the file to write or replace
 * @param content what it shall hold
 * @throws InputError when it cannot be written; an older file stays as it was
 */
void WriteFileAtomically(const std::string& path, const std::string& content);

/**
 * Create a folder and those above it.
 *
 * @param path the folder
 * @throws InputError when it cannot be created or files cannot be written there
 */
void MakeOutputFolder(const std::string& path);

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_ATOMIC_FILE_H */
