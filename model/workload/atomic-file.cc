/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atomic-file.h"

#include "input-error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace ns3
{
namespace topox
{

std::string
ReadWholeFile(const std::string& path)
{
    std::error_code error;
    if (std::filesystem::is_directory(path, error))
    {
        throw InputError(path, "", "expected a file, found a folder");
    }
    std::ifstream in(path, std::ios::binary);
    if (!in)
    {
        throw InputError(path, "", std::string("cannot be read: ") + std::strerror(errno));
    }
    return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

void
WriteFileAtomically(const std::string& path, const std::string& content)
{
    const auto temporary = path + ".tmp-" + std::to_string(::getpid());
    std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
    out << content;
    out.close();
    if (!out)
    {
        const std::string why = std::strerror(errno);
        std::remove(temporary.c_str());
        throw InputError(path, "", "cannot be written: " + why);
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
    {
        const std::string why = std::strerror(errno);
        std::remove(temporary.c_str());
        throw InputError(path, "", "cannot be replaced: " + why);
    }
}

void
MakeOutputFolder(const std::string& path)
{
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error || !std::filesystem::is_directory(path))
    {
        throw InputError("--output",
                         path,
                         "the folder cannot be created" +
                             (error ? ": " + error.message() : std::string()));
    }
    // Root may write where access() would say no, so try what will be done later.
    WriteFileAtomically(path + "/.writable", "");
    std::remove((path + "/.writable").c_str());
}

} // namespace topox
} // namespace ns3
