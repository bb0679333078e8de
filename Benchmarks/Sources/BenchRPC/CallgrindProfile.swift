import EchoControl
import Foundation

/// The totals of a callgrind run of a whole process.
struct CallgrindProfile {
    /// All instructions.
    let instructions: Double
    /// Calls of the allocator.
    let allocations: Double

    private static let allocators: Set<String> = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"]

    /// Parses callgrind's file (https://valgrind.org/docs/manual/cl-format.html): a called function is named in a
    /// `cfn=` line, by a number after its first occurrence, and its call count is in the next line.
    ///
    /// - Throws: errors of reading the file, or `EchoFailure` when there is no total.
    init(contentsOf path: String) throws {
        var (total, calls): (Double?, Double) = (nil, 0)
        var names: [Substring: Bool] = [:]
        var isAllocator = false
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("fn=(") || line.hasPrefix("cfn=(") {
                let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
                if words.count > 1 { names[words[0]] = Self.allocators.contains(String(words[1])) }
                isAllocator = line.hasPrefix("c") && names[words[0]] ?? false
            } else if line.hasPrefix("calls="), isAllocator {
                calls += Double(line.dropFirst("calls=".count).prefix { $0.isNumber }) ?? 0
            } else if line.hasPrefix("totals: ") || line.hasPrefix("summary: ") {
                total = line.split(separator: " ").last.flatMap { Double($0) }
            }
        }
        guard let total else { throw EchoFailure(reason: "callgrind wrote no total to \(path)") }
        (instructions, allocations) = (total, calls)
    }
}
