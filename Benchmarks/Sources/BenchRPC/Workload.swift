import ArgumentParser

/// What is measured.
enum Workload: String, Codable, Sendable, ExpressibleByArgument, CaseIterable {
    /// Unary calls, so many in flight.
    case calls
    /// Items of the server's streams, so many streams at a time.
    case streams
    /// Latencies at half of the rate that a contender reaches with so many calls in flight.
    case halfPeak = "half-peak"

    /// What the driver asks a client for first: a warm-up, or as much as can be done.
    func command(_ count: Int, width: Int, bytes: Int) -> String {
        switch self {
        case .calls, .halfPeak: "run \(count) \(width) \(bytes)"
        case .streams: "stream \(count) \(width)"
        }
    }

    /// Calls or items before any measurement: connections, caches and branch predictors get warm.
    var warmUp: Int {
        switch self {
        case .calls, .halfPeak: 2_000
        case .streams: 50_000
        }
    }

    /// How many at a time, unless the driver is told otherwise.
    var widths: [Int] {
        switch self {
        case .calls: [1, 64]
        case .streams: [1, 8]
        case .halfPeak: [64]
        }
    }

    /// One call or item.
    var unit: String {
        switch self {
        case .calls, .halfPeak: "call"
        case .streams: "item"
        }
    }

    /// What there are several of at a time.
    func title(_ width: Int) -> String {
        switch self {
        case .calls: "\(width) in flight"
        case .streams: width == 1 ? "1 stream" : "\(width) streams"
        case .halfPeak: "at half the rate of \(width) in flight"
        }
    }
}
