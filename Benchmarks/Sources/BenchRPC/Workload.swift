import ArgumentParser

/// The kind of measurement.
enum Workload: String, Codable, Sendable, ExpressibleByArgument, CaseIterable {
    /// Unary calls, with a number in flight.
    case calls
    /// Items of the server's streams, with a number of parallel streams.
    case streams
    /// Latencies at half of the rate that a contender reaches with this many calls in flight.
    case halfPeak = "half-peak"

    /// The driver's first command to a client: a warm-up at full rate.
    func command(_ count: Int, width: Int, bytes: Int) -> String {
        switch self {
        case .calls, .halfPeak: "run \(count) \(width) \(bytes)"
        case .streams: "stream \(count) \(width)"
        }
    }

    /// Calls or items before any measurement: warms up connections, caches and branch predictors.
    var warmUp: Int {
        switch self {
        case .calls, .halfPeak: 2_000
        case .streams: 50_000
        }
    }

    /// The default concurrency.
    var widths: [Int] {
        switch self {
        case .calls: [1, 64]
        case .streams: [1, 8]
        case .halfPeak: [64]
        }
    }

    /// The unit: one call or item.
    var unit: String {
        switch self {
        case .calls, .halfPeak: "call"
        case .streams: "item"
        }
    }

    /// The unit of the concurrency.
    func title(_ width: Int) -> String {
        switch self {
        case .calls: "\(width) in flight"
        case .streams: width == 1 ? "1 stream" : "\(width) streams"
        case .halfPeak: "at half the rate of \(width) in flight"
        }
    }
}
