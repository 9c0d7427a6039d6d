/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-reader.h"

#include "input-error.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace ns3
{
namespace topox
{

namespace
{

std::string
LineAndColumn(const std::string& text, size_t byte)
{
    const auto end = text.begin() + static_cast<ptrdiff_t>(std::min(byte, text.size()));
    const auto line = std::count(text.begin(), end, '\n') + 1;
    const auto lastBreak = std::find(std::make_reverse_iterator(end), text.rend(), '\n');
    const auto column = std::distance(std::make_reverse_iterator(end), lastBreak);
    return "line " + std::to_string(line) + ", column " + std::to_string(std::max<long>(column, 1));
}

/// Levenshtein distance.
size_t
EditDistance(const std::string& a, const std::string& b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (size_t i = 1; i <= a.size(); ++i)
    {
        auto diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); ++j)
        {
            const auto above = row[j];
            row[j] =
                std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
            diagonal = above;
        }
    }
    return row.back();
}

/// Text of a number without needless digits.
std::string
ToText(double value)
{
    auto text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    return text.back() == '.' ? text.substr(0, text.size() - 1) : text;
}

} // namespace

Json
ParseJson(const std::string& text, const std::string& file)
{
    std::vector<std::set<std::string>> keys;
    const auto callback = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start)
        {
            keys.emplace_back();
        }
        else if (event == Json::parse_event_t::object_end)
        {
            keys.pop_back();
        }
        else if (event == Json::parse_event_t::key &&
                 !keys.back().insert(parsed.get<std::string>()).second)
        {
            throw InputError(file, "", "the key " + parsed.dump() + " occurs twice in one object");
        }
        return true;
    };
    try
    {
        return Json::parse(text, callback);
    }
    catch (const Json::parse_error& e)
    {
        std::string what = e.what();
        const auto detail = what.find(": ");
        throw InputError(file,
                         LineAndColumn(text, e.byte > 0 ? e.byte - 1 : 0),
                         "expected JSON" +
                             (detail == std::string::npos ? "" : what.substr(detail)));
    }
    catch (const Json::exception& e) // a number that no type holds
    {
        throw InputError(file, "", std::string("expected JSON: ") + e.what());
    }
}

JsonValue::JsonValue(const Json& value, std::string file, std::string pointer)
    : m_value(&value),
      m_file(std::move(file)),
      m_pointer(std::move(pointer))
{
}

void
JsonValue::Fail(const std::string& expectation) const
{
    auto found = m_value->dump();
    if (found.size() > 60)
    {
        found = found.substr(0, 57) + "...";
    }
    throw InputError(m_file,
                     m_pointer.empty() ? "/" : m_pointer,
                     "expected " + expectation + ", found " + found);
}

uint64_t
JsonValue::AsUint(uint64_t least, uint64_t most) const
{
    const auto expectation =
        "an integer from " + std::to_string(least) + " to " + std::to_string(most);
    if (!m_value->is_number_integer() ||
        (!m_value->is_number_unsigned() && m_value->get<int64_t>() < 0))
    {
        Fail(expectation);
    }
    const auto value = m_value->get<uint64_t>();
    if (value < least || value > most)
    {
        Fail(expectation);
    }
    return value;
}

double
JsonValue::AsNumber(double least, double most) const
{
    const auto expectation = "a number from " + ToText(least) + " to " + ToText(most);
    if (!m_value->is_number())
    {
        Fail(expectation);
    }
    const auto value = m_value->get<double>();
    if (!(value >= least && value <= most))
    {
        Fail(expectation);
    }
    return value;
}

std::string
JsonValue::AsString() const
{
    if (!m_value->is_string())
    {
        Fail("a string");
    }
    return m_value->get<std::string>();
}

bool
JsonValue::AsBool() const
{
    if (!m_value->is_boolean())
    {
        Fail("true or false");
    }
    return m_value->get<bool>();
}

std::vector<JsonValue>
JsonValue::AsArray() const
{
    if (!m_value->is_array())
    {
        Fail("an array");
    }
    std::vector<JsonValue> elements;
    for (size_t k = 0; k < m_value->size(); ++k)
    {
        elements.emplace_back((*m_value)[k], m_file, m_pointer + "/" + std::to_string(k));
    }
    return elements;
}

std::vector<uint32_t>
JsonValue::AsUintArray(uint64_t most) const
{
    std::vector<uint32_t> numbers;
    for (const auto& element : AsArray())
    {
        numbers.push_back(static_cast<uint32_t>(element.AsUint(0, most)));
    }
    return numbers;
}

size_t
JsonValue::AsOneOf(const std::vector<std::string>& names) const
{
    const auto it = m_value->is_string()
                        ? std::find(names.begin(), names.end(), m_value->get<std::string>())
                        : names.end();
    if (it == names.end())
    {
        std::string list;
        for (const auto& name : names)
        {
            list += (list.empty() ? "\"" : ", \"") + name + "\"";
        }
        Fail("one of " + list);
    }
    return static_cast<size_t>(it - names.begin());
}

const Json&
JsonValue::Raw() const
{
    return *m_value;
}

const std::string&
JsonValue::File() const
{
    return m_file;
}

const std::string&
JsonValue::Pointer() const
{
    return m_pointer;
}

JsonObject::JsonObject(const JsonValue& value)
    : m_value(value)
{
    if (!value.Raw().is_object())
    {
        value.Fail("an object");
    }
}

bool
JsonObject::Has(const std::string& key)
{
    m_known.push_back(key);
    return m_value.Raw().contains(key);
}

JsonValue
JsonObject::Get(const std::string& key)
{
    if (!Has(key))
    {
        Finish(); // a misspelt key explains a missing one better
        throw InputError(m_value.File(),
                         m_value.Pointer().empty() ? "/" : m_value.Pointer(),
                         "expected a key \"" + key + "\", which is missing");
    }
    return JsonValue(m_value.Raw().at(key), m_value.File(), m_value.Pointer() + "/" + key);
}

void
JsonObject::Finish() const
{
    for (const auto& [key, value] : m_value.Raw().items())
    {
        if (std::find(m_known.begin(), m_known.end(), key) != m_known.end())
        {
            continue;
        }
        std::string nearest;
        for (const auto& known : m_known)
        {
            if (nearest.empty() || EditDistance(key, known) < EditDistance(key, nearest))
            {
                nearest = known;
            }
        }
        throw InputError(m_value.File(),
                         m_value.Pointer() + "/" + key,
                         "there is no such key" +
                             (nearest.empty() ? "" : "; did you mean \"" + nearest + "\"?"));
    }
}

} // namespace topox
} // namespace ns3
