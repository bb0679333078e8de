internal import RPC
internal import ServiceKit
internal import Yams

extension FaultRule {
    /// Parses a fault: keys and values, or a sentence as `at 5s kill catalog` and `every 10s stop profiles for 3s first 2`.
    init(_ node: Node, services: [String]) throws(PlanError) {
        if let sentence = node.scalar?.string {
            try self.init(sentence: sentence, line: node.mark?.line, services: services)
        } else {
            try self.init(mapping: node, services: services)
        }
    }

    private init(mapping node: Node, services: [String]) throws(PlanError) {
        let kinds = FaultKind.allCases.map(\.rawValue)
        guard let word = node.mapping?["kind"]?.scalar?.string, let kind = FaultKind(rawValue: word) else {
            let word = node.mapping?["kind"]?.scalar.map { ", not \"\($0.string)\"" } ?? ""
            throw PlanError(
                line: node.mark?.line, "a fault needs its kind\(word): one of \(kinds.joined(separator: ", "))")
        }
        self.init(kind)
        let map = try PlanMapping(node, "a \(word) fault", allowed: Self.keys(of: kind))
        targets = try map.words("targets", of: services) ?? []
        if map.has("at"), map.has("every") {
            throw PlanError(line: map.line, "a fault has at or every, not both")
        }
        if let times = try map.times("at") { moments = .at(times) }
        if let every = try map.time("every") {
            guard every >= Self.shortestEvery else { throw map.wrong("every", "a time of 100ms or more") }
            moments = .every(every)
        }
        firstN = try map.count("firstN", in: Self.firstNs)
        span = try map.range("for") ?? span
        age = try map.range("age") ?? age
        rounds = try map.count("rounds", in: 1...100) ?? rounds
        roomMiB = try map.count("room-mib", in: 0...10_000) ?? roomMiB
        points = try map.words("points", of: FailPoint.allCases.map(\.rawValue)) ?? []
        percent = try map.count("percent", in: 1...99) ?? percent
        if let by = try map.range("by") {
            link?.delay = by
            shift = by
        }
        pages = try map.count("pages", in: 1...1000) ?? pages
        if let rate = try map.count("kib-per-second", in: Self.rates) { link?.bytesPerSecond = rate << 10 }
        if let ways = try map.words("ways", of: LinkFault.Way.allCases.map(\.rawValue)) {
            link?.held = Set(ways.compactMap(LinkFault.Way.init))
        }
    }

    /// In KiB a second.
    private static let rates = 1...1_000_000

    private static let firstNs = 1...10_000
    /// A shorter interval is considered a mistake.
    private static let shortestEvery: Int64 = 100

    private static func keys(of kind: FaultKind) -> [String] {
        let own: [String] =
            switch kind {
            case .stop, .slowStart, .diskFull, .mislay, .syncError: ["for"]
            case .bitFlip: ["for", "pages"]
            case .memory: ["for", "room-mib"]
            case .storm: ["rounds"]
            case .crash: ["points"]
            case .restore, .rollback: ["age"]
            case .delay, .clock: ["for", "by"]
            case .throttle: ["for", "kib-per-second"]
            case .partition: ["for", "ways"]
            case .starve: ["for", "percent"]
            case .kill, .restart, .lose, .cut: []
            }
        return ["kind", "targets", "at", "every", "firstN"] + own
    }

    private init(sentence: String, line: Int?, services: [String]) throws(PlanError) {
        func wrong(_ reason: String) -> PlanError {
            PlanError(
                line: line,
                "\"\(sentence)\": \(reason). A fault reads as \"at 5s kill catalog\", \"every 10s stop profiles for 3s\""
            )
        }
        var words = sentence.split(separator: " ").map(String.init)[...]
        guard let first = words.popFirst(), ["at", "every"].contains(first),
            let time = words.popFirst().flatMap({ PlanTime.time($0) })
        else { throw wrong("it begins with at or every, and \(PlanTime.form)") }
        guard let kind = words.popFirst().flatMap({ FaultKind(rawValue: $0) }) else {
            throw wrong("after the time comes one of \(FaultKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let milliseconds = time.wholeMilliseconds
        guard first == "at" || milliseconds >= Self.shortestEvery else { throw wrong("every takes 100ms or more") }
        self.init(kind, moments: first == "at" ? .at([milliseconds]) : .every(milliseconds))
        if let names = words.first, !["for", "first"].contains(names) {
            words.removeFirst()
            targets = names.split(separator: ",").map(String.init)
            if let unknown = targets.first(where: { !services.contains($0) }) {
                let suggestion = Spelling.closest(to: unknown, among: Set(services))
                throw wrong("\"\(unknown)\" is none of the plan's services" + (suggestion.map { "; \"\($0)\"?" } ?? ""))
            }
        }
        if words.first == "for" {
            guard kind.lasts, words.count >= 2, let range = PlanTime.range(words[words.startIndex + 1]) else {
                throw wrong(kind.lasts ? "for takes \(PlanTime.rangeForm)" : "\(kind.rawValue) does not last")
            }
            span = range
            words = words.dropFirst(2)
        }
        if words.first == "first" {
            guard words.count >= 2, let count = Int(words[words.startIndex + 1]), Self.firstNs.contains(count) else {
                throw wrong("first takes a whole number from 1 to \(Self.firstNs.upperBound)")
            }
            firstN = count
            words = words.dropFirst(2)
        }
        if let rest = words.first { throw wrong("\"\(rest)\" is one word too many") }
    }
}
