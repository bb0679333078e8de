/// Programmes pending to be staged, as bytes. As values with a string each they take four times as much memory, and the
/// more go with one commit, the less each costs: a commit rewrites the index by title in a thousand places in any case.
struct ProgrammeBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of each programme.
    private var starts: [UInt32] = []
    /// The channels, in the order of arrival.
    private var channels: [String] = []
    private var indices: [String: UInt32] = [:]
    /// The index of each programme's channel.
    private var channelOf: [UInt32] = []

    var count: Int { starts.count }
    var byteCount: Int { bytes.count }

    mutating func append(_ record: ProgrammeRecord, fingerprint: Int64) {
        starts.append(UInt32(bytes.count))
        if let index = indices[record.channel] {
            channelOf.append(index)
        } else {
            channelOf.append(UInt32(channels.count))
            indices[record.channel] = UInt32(channels.count)
            channels.append(record.channel)
        }
        put(fingerprint)
        record.pack { value in
            put(value)
        } text: { value in
            put(value)
        }
    }

    /// A programme and its fingerprint.
    subscript(index: Int) -> (record: ProgrammeRecord, fingerprint: Int64) {
        var offset = Int(starts[index])
        let fingerprint = number(at: &offset)
        let record = ProgrammeRecord(channel: channels[Int(channelOf[index])]) {
            number(at: &offset)
        } text: {
            text(at: &offset)
        }
        return (record, fingerprint)
    }

    /// The order with the programmes of a channel side by side, as in the index and on reading, and otherwise stable:
    /// of programmes with the same start the last one counts.
    var byChannel: [Int] { channelOf.indices.sorted { (channelOf[$0], $0) < (channelOf[$1], $1) } }

    // MARK: Numbers and texts

    /// Seven bits a byte, the lowest first, with the sign as the lowest of all (LEB128 and zigzag, as Protocol Buffers' `sint64`).
    private mutating func put(_ value: Int64) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Its length, -1 for nil, and its bytes.
    private mutating func put(_ text: String?) {
        guard var text else { return put(-1) }
        text.withUTF8 {
            put(Int64($0.count))
            bytes.append(contentsOf: $0)
        }
    }

    private func number(at offset: inout Int) -> Int64 {
        var (rest, shift) = (UInt64(0), UInt64(0))
        while true {
            let byte = bytes[offset]
            offset += 1
            rest |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1) }
            shift += 7
        }
    }

    private func text(at offset: inout Int) -> String? {
        let length = Int(number(at: &offset))
        guard length >= 0 else { return nil }
        defer { offset += length }
        return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
    }
}
