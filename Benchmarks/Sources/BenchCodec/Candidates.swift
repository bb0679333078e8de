import CBOR
import Foundation
import SwiftProtobuf

/// A codec with a message: encoding and decoding as closures of the same type for all codecs.
struct Candidate {
    let codec: String
    let size: Int
    /// Encodes the message and returns the size of the result.
    let encode: () throws -> Int
    /// Decodes the message and returns a part of it, so that it is not optimised away.
    let decode: () throws -> Int
}

/// The compared codecs on one message.
struct Candidates {
    let message: String
    let all: [Candidate]

    /// All codecs for a message, each verified by a round trip.
    ///
    /// - Parameter proto: the same message in Protocol Buffers.
    static func all<Message, Proto>(
        for name: String, _ message: Message, as proto: Proto.Type
    ) throws -> Candidates where Message: Codable, Proto: ProtoCounterpart, Proto.Original == Message {
        let (json, jsonReader) = (JSONEncoder(), JSONDecoder())
        let (list, listReader) = (PropertyListEncoder(), PropertyListDecoder())
        list.outputFormat = .binary
        let (cbor, cborReader) = (CBOREncoder(), CBORDecoder())
        let (cborBytes, jsonData, listData) = (
            try cbor.encode(message), try json.encode(message), try list.encode(message)
        )
        let counterpart = Proto(message)
        let protoData: Data = try counterpart.serializedBytes()
        // A value has one encoding in CBOR, so equal bytes mean equal values.
        guard try cbor.encode(cborReader.decode(Message.self, from: cborBytes)) == cborBytes,
            try cbor.encode(jsonReader.decode(Message.self, from: jsonData)) == cborBytes,
            try cbor.encode(listReader.decode(Message.self, from: listData)) == cborBytes,
            try Proto(serializedBytes: protoData) == counterpart
        else { throw ValidationFailure(message: name) }
        return Candidates(
            message: name,
            all: [
                Candidate(codec: "CBOR", size: cborBytes.count) {
                    try cbor.encode(message).count
                } decode: {
                    witness(try cborReader.decode(Message.self, from: cborBytes))
                },
                Candidate(codec: "JSON", size: jsonData.count) {
                    try json.encode(message).count
                } decode: {
                    witness(try jsonReader.decode(Message.self, from: jsonData))
                },
                Candidate(codec: "property list", size: listData.count) {
                    try list.encode(message).count
                } decode: {
                    witness(try listReader.decode(Message.self, from: listData))
                },
                Candidate(codec: "swift-protobuf", size: protoData.count) {
                    try (counterpart.serializedBytes() as Data).count
                } decode: {
                    witness(try Proto(serializedBytes: protoData))
                },
            ])
    }

    struct ValidationFailure: Error, CustomStringConvertible {
        let message: String
        var description: String { "\(message): a codec does not give back what it was given" }
    }

    /// Measures all, interleaved: each round begins with another one.
    func measured(rounds: Int, seconds: Double) -> CodecReport.Message {
        var figures = all.map { CodecReport.Figure(codec: $0.codec, bytes: $0.size) }
        for round in 0..<rounds {
            for step in all.indices {
                let index = (step + round) % all.count
                figures[index].encodeNanoseconds.append(Self.nanoseconds(seconds, all[index].encode))
                figures[index].decodeNanoseconds.append(Self.nanoseconds(seconds, all[index].decode))
            }
        }
        return CodecReport.Message(name: message, figures: figures)
    }

    /// The time of one run, after as many iterations of warm-up.
    private static func nanoseconds(_ seconds: Double, _ work: () throws -> Int) -> Double {
        let clock = SuspendingClock()
        var (count, sum) = (1, 0)
        while true {
            let taken = clock.measure { for _ in 0..<count { sum &+= (try? work()) ?? 0 } }
            let nanoseconds = Double(taken.components.attoseconds) / 1e9 + Double(taken.components.seconds) * 1e9
            if nanoseconds >= seconds * 1e9 || count > 1 << 30 {
                keep(sum)
                return nanoseconds / Double(count)
            }
            count = max(count * 2, Int(Double(count) * seconds * 1.1e9 / max(nanoseconds, 1)))
        }
    }
}

/// Hides a value from the optimiser, so that it must be computed.
@inline(never)
private func witness<Value>(_ value: Value) -> Int { MemoryLayout.size(ofValue: value) }

@inline(never)
private func keep(_ sum: Int) { if sum == .min { print(sum) } }
