internal import Foundation
internal import RPC
internal import ServiceKit
internal import Yams

/// One mapping of a plan, parsed strictly: an unknown key and a value of the wrong type are errors with their line.
struct PlanMapping {
    /// The mapping's name, for messages.
    let what: String
    /// Its line.
    let line: Int?
    private let values: [String: Node]
    private let lines: [String: Int]

    /// - Parameter allowed: the allowed keys, in the order of the message.
    init(_ node: Node, _ what: String, allowed: [String]) throws(PlanError) {
        self.what = what
        line = node.mark?.line
        guard let mapping = node.mapping else {
            throw PlanError(
                line: line, "\(what) has keys and values; allowed are \(allowed.joined(separator: ", "))")
        }
        var (values, lines): ([String: Node], [String: Int]) = ([:], [:])
        for (key, value) in mapping {
            let name = key.string ?? ""
            guard allowed.contains(name) else {
                let suggestion = Spelling.closest(to: name, among: Set(allowed)).map { "; did you mean \"\($0)\"?" }
                throw PlanError(
                    line: key.mark?.line,
                    "\"\(name)\" is no key of \(what)\(suggestion ?? ""). Allowed are \(allowed.joined(separator: ", "))"
                )
            }
            values[name] = value
            lines[name] = value.mark?.line ?? key.mark?.line
        }
        (self.values, self.lines) = (values, lines)
    }

    /// Whether the key is there.
    func has(_ key: String) -> Bool { values[key] != nil }

    /// The raw value.
    func node(_ key: String) -> Node? { values[key] }

    func text(_ key: String) throws(PlanError) -> String? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar?.string, node.tag != Tag(.null) else { throw wrong(key, "a text") }
        return text
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(PlanError) -> Double? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar?.string, let number = Double(text), range.contains(number) else {
            throw wrong(key, "a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))")
        }
        return number
    }

    func count(_ key: String, in range: ClosedRange<Int>) throws(PlanError) -> Int? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar?.string, let number = Int(text), range.contains(number) else {
            throw wrong(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func seed(_ key: String) throws(PlanError) -> UInt64? {
        guard let node = values[key] else { return nil }
        guard let text = node.scalar?.string, let number = UInt64(text) else {
            throw wrong(key, "a whole number from 0 to \(UInt64.max)")
        }
        return number
    }

    func time(_ key: String, atMost most: Duration = .seconds(86_400)) throws(PlanError) -> Int64? {
        guard let node = values[key] else { return nil }
        guard let time = node.scalar.flatMap({ PlanTime.time($0.string) }), time <= most else {
            throw wrong(key, "\(PlanTime.form), at most \(most.wholeMilliseconds / 1_000)s")
        }
        return time.wholeMilliseconds
    }

    func range(_ key: String) throws(PlanError) -> SpanRange? {
        guard let node = values[key] else { return nil }
        guard let range = node.scalar.flatMap({ PlanTime.range($0.string) }) else {
            throw wrong(key, PlanTime.rangeForm)
        }
        return range
    }

    /// One word or a list of words out of these, each at most once.
    func words(_ key: String, of allowed: [String]) throws(PlanError) -> [String]? {
        guard let node = values[key] else { return nil }
        let items = node.sequence.map(Array.init) ?? [node]
        var words: [String] = []
        for item in items {
            guard let word = item.scalar?.string, allowed.contains(word) else {
                let suggestion = item.scalar.flatMap { Spelling.closest(to: $0.string, among: Set(allowed)) }
                throw PlanError(
                    line: item.mark?.line ?? lines[key],
                    "\(key) of \(what) takes \(allowed.joined(separator: ", "))"
                        + (item.scalar.map { ", not \"\($0.string)\"" } ?? "")
                        + (suggestion.map { "; did you mean \"\($0)\"?" } ?? ""))
            }
            if !words.contains(word) { words.append(word) }
        }
        guard !words.isEmpty else { throw wrong(key, "at least one of \(allowed.joined(separator: ", "))") }
        return words
    }

    /// One time or a list of times, in milliseconds and sorted.
    func times(_ key: String) throws(PlanError) -> [Int64]? {
        guard let node = values[key] else { return nil }
        var times: [Int64] = []
        for item in node.sequence.map(Array.init) ?? [node] {
            guard let time = item.scalar.flatMap({ PlanTime.time($0.string) }) else {
                throw PlanError(
                    line: item.mark?.line ?? lines[key], "\(key) of \(what) takes \(PlanTime.form), or a list of them")
            }
            times.append(time.wholeMilliseconds)
        }
        guard !times.isEmpty else { throw wrong(key, "at least one time") }
        return times.sorted()
    }

    func wrong(_ key: String, _ allowed: String) -> PlanError {
        let value = values[key]?.scalar.map { ", not \"\($0.string)\"" } ?? ""
        return PlanError(line: lines[key] ?? line, "\(key) of \(what) takes \(allowed)\(value)")
    }

    private static func shown(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}
