import CBOR
import Foundation
import Testing

/// Memory is bounded by the size of the input, whatever the input says.
///
/// Measured in a process of its own, where nothing else runs: the test starts its own executable again with only
/// ``AllocationProbe`` to do, and reads what that prints.
@Suite struct AllocationTests {
    @Test func `hostile inputs do not fill the memory`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--testing-library", "swift-testing", "--filter", "AllocationProbe"]
        process.environment = ProcessInfo.processInfo.environment.merging([AllocationProbe.variable: "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        let lines = output.split(separator: "\n").filter { $0.hasPrefix(AllocationProbe.mark) }
        #expect(lines.count == AllocationProbe.inputs.count)
        for line in lines {
            let fields = line.split(separator: " ")
            let (bytes, peak) = (try #require(Int(fields[2])), try #require(Int(fields[3])))
            // Slack for the allocator and for what starting the test bundle itself takes.
            #expect(peak <= bytes * 32 + (8 << 20), "\(line)")
        }
    }
}

/// What ``AllocationTests`` runs in a process of its own. Anywhere else it has nothing to do.
@Suite struct AllocationProbe {
    static let variable = "HEARTH_CBOR_ALLOCATION_PROBE"
    static let mark = "allocation:"

    struct Wide: Decodable {
        // 1 KiB in memory, one byte in the input.
        var block: InlineArray<128, Int>
        init(from decoder: any Decoder) throws {
            block = InlineArray(repeating: try decoder.singleValueContainer().decode(Int.self))
        }
    }

    static let inputs: [(name: String, bytes: [UInt8], decode: @Sendable ([UInt8]) throws -> Void)] = {
        let mebibyte = 1 << 20
        let zeros = [UInt8](repeating: 0, count: mebibyte)
        let arrayHead: [UInt8] = [0x9A, 0, 0x10, 0, 0]
        let mapHead: [UInt8] = [0xBA, 0, 0x08, 0, 0]
        let tree: @Sendable ([UInt8]) throws -> Void = { _ = try CBORDecoder().decode(CBORValue.self, from: $0) }
        return [
            // These two are noted most of; first, or they would find memory that others have left.
            (
                "small-maps", [0x9A, 0, 0x05, 0x55, 0x55] + (0..<0x55555).flatMap { _ in [0xA1, 0, 0] as [UInt8] },
                { try CBORValidator().validate($0) }
            ),
            (
                "nested-maps",
                [0x9A, 0, 0, 0x20, 0]
                    + (0..<0x2000).flatMap { _ in (0..<62).flatMap { _ in [0xA1, 0] as [UInt8] } + [0xA0] },
                { try CBORValidator().validate($0) }
            ),
            ("2^62-items", [0x9B, 0x40, 0, 0, 0, 0, 0, 0, 0], tree),
            ("4-GiB-text", [0x7A, 0xFF, 0xFF, 0xFF, 0xFE, 0x61], tree),
            (
                "lying-array", [0x9A, 0x7F, 0xFF, 0xFF, 0xFF] + zeros,
                { _ = try CBORDecoder().decode([Int].self, from: $0) }
            ),
            ("integers", arrayHead + zeros, { _ = try CBORDecoder().decode([Int].self, from: $0) }),
            ("integer-tree", arrayHead + zeros, tree),
            ("same-keys", mapHead + zeros, tree),
            ("arrays", arrayHead + [UInt8](repeating: 0x80, count: mebibyte), tree),
            ("pairs", [0x9A, 0, 0x08, 0, 0] + (0..<mebibyte / 2).flatMap { _ in [0x81, 0] as [UInt8] }, tree),
            // An array that promises a million items of a kilobyte each, of which the first is none.
            ("wide", arrayHead + [0x60] + zeros.dropLast(), { _ = try CBORDecoder().decode([Wide].self, from: $0) }),
            (
                "open-ended", [UInt8](repeating: 0x9F, count: 60) + zeros,
                {
                    _ = try CBORDecoder(options: .indefiniteLengths).decode(CBORValue.self, from: $0)
                }
            ),
        ]
    }()

    @Test func measure() throws {
        guard ProcessInfo.processInfo.environment[Self.variable] != nil else { return }
        for input in Self.inputs {
            let (bytes, decode) = (input.bytes, input.decode)
            // Resets the process's own record of its greatest size.
            try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
            let before = try Self.status("VmRSS")
            _ = try? decode(bytes)
            let peak = try Self.status("VmHWM") - before
            print("\(Self.mark) \(input.name) \(bytes.count) \(peak)")
        }
    }

    /// A line of the process's status, in bytes.
    private static func status(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
