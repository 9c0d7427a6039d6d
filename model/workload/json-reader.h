/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOPO_X_JSON_READER_H
#define TOPO_X_JSON_READER_H

/**
 * @file
 * Strict reading of JSON: every error names file and place, a key that nobody asked for is one.
 */

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{
namespace topox
{

/// JSON that keeps the order of keys.
using Json = nlohmann::ordered_json;

/**
 * @param text JSON
 * @param file for messages
 * @returns the value
 * @throws InputError with line and column when it is not JSON or an object has a key twice
 */
Json ParseJson(const std::string& text, const std::string& file);

/// A JSON value and where it stands.
class JsonValue
{
  public:
    /**
     * @param value the value; must outlive this
     * @param file for messages
     * @param pointer JSON pointer to it, "" for the whole
     */
    JsonValue(const Json& value, std::string file, std::string pointer);

    /// @throws InputError with file, pointer and this text. @param expectation what was expected
    [[noreturn]] void Fail(const std::string& expectation) const;

    /// @returns an integer within bounds. @param least bound @param most bound
    uint64_t AsUint(uint64_t least, uint64_t most) const;
    /// @returns a number within bounds. @param least bound @param most bound
    double AsNumber(double least, double most) const;
    /// @returns a string
    std::string AsString() const;
    /// @returns a boolean
    bool AsBool() const;
    /// @returns the elements of an array
    std::vector<JsonValue> AsArray() const;
    /// @returns the elements of an array of integers. @param most bound of each
    std::vector<uint32_t> AsUintArray(uint64_t most) const;
    /// @returns the position of a string among names. @param names what is allowed
    size_t AsOneOf(const std::vector<std::string>& names) const;

    /// @returns the value
    const Json& Raw() const;
    /// @returns the file
    const std::string& File() const;
    /// @returns the JSON pointer
    const std::string& Pointer() const;

  private:
    const Json* m_value;   //!< the value
    std::string m_file;    //!< for messages
    std::string m_pointer; //!< where it is
};

/**
 * An object that is read key by key; Finish() refuses keys that were not asked for.
 */
class JsonObject
{
  public:
    /// @param value an object. @throws InputError when it is none
    explicit JsonObject(const JsonValue& value);

    /// @returns whether there is a key; it counts as asked for. @param key the key
    bool Has(const std::string& key);
    /// @returns the value of a key. @param key the key @throws InputError when it is missing
    JsonValue Get(const std::string& key);
    /// @throws InputError naming a key that was not asked for, and the nearest one that was
    void Finish() const;

  private:
    JsonValue m_value;                //!< the object
    std::vector<std::string> m_known; //!< asked for
};

} // namespace topox
} // namespace ns3

#endif /* TOPO_X_JSON_READER_H */
