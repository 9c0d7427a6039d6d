/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "telemetry.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace ns3
{
namespace topox
{

namespace
{

void
Write(uint8_t* at, const TelemetryRecord& record)
{
    at[0] = static_cast<uint8_t>(record.rate >> 8);
    at[1] = static_cast<uint8_t>(record.rate);
    at[2] = static_cast<uint8_t>(record.queue >> 8);
    at[3] = static_cast<uint8_t>(record.queue);
    for (uint32_t k = 0; k < 4; ++k)
    {
        at[4 + k] = static_cast<uint8_t>(record.time >> (24 - 8 * k));
        at[8 + k] = static_cast<uint8_t>(record.sent >> (24 - 8 * k));
    }
}

TelemetryRecord
ReadRecord(const uint8_t* at)
{
    TelemetryRecord record;
    record.rate = static_cast<uint16_t>(at[0] << 8 | at[1]);
    record.queue = static_cast<uint16_t>(at[2] << 8 | at[3]);
    for (uint32_t k = 0; k < 4; ++k)
    {
        record.time = record.time << 8 | at[4 + k];
        record.sent = record.sent << 8 | at[8 + k];
    }
    return record;
}

} // namespace

bool
SackRange::Read(Ptr<const Packet> frame, uint32_t frameSize)
{
    const auto size = frame->GetSize();
    if (size < frameSize || (size - frameSize) % TelemetryRecord::SIZE != SIZE)
    {
        return false;
    }
    std::vector<uint8_t> bytes(frameSize + SIZE);
    frame->CopyData(bytes.data(), frameSize + SIZE);
    first = end = 0;
    for (uint32_t k = 0; k < 4; ++k)
    {
        first = first << 8 | bytes[frameSize + k];
        end = end << 8 | bytes[frameSize + 4 + k];
    }
    return true;
}

void
SackRange::Append(Ptr<Packet> frame) const
{
    uint8_t bytes[SIZE];
    for (uint32_t k = 0; k < 4; ++k)
    {
        bytes[k] = static_cast<uint8_t>(first >> (24 - 8 * k));
        bytes[4 + k] = static_cast<uint8_t>(end >> (24 - 8 * k));
    }
    frame->AddAtEnd(Create<Packet>(bytes, SIZE));
}

void
Telemetry::Read(Ptr<const Packet> frame, uint32_t frameSize)
{
    const auto size = frame->GetSize();
    hops = 0;
    if (size < frameSize + TelemetryRecord::SIZE)
    {
        return;
    }
    std::vector<uint8_t> bytes(size);
    frame->CopyData(bytes.data(), size);
    hops = std::min(MOST_HOPS, (size - frameSize) / TelemetryRecord::SIZE);
    for (uint32_t k = 0; k < hops; ++k)
    {
        records[k] = ReadRecord(bytes.data() + frameSize + k * TelemetryRecord::SIZE);
    }
}

void
Telemetry::Append(Ptr<Packet> frame) const
{
    for (uint32_t k = 0; k < hops; ++k)
    {
        Append(frame, records[k]);
    }
}

void
Telemetry::Append(Ptr<Packet> frame, const TelemetryRecord& record)
{
    uint8_t bytes[TelemetryRecord::SIZE];
    Write(bytes, record);
    frame->AddAtEnd(Create<Packet>(bytes, sizeof(bytes)));
}

} // namespace topox
} // namespace ns3
