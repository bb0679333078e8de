import ArgumentParser

/// What is measured.
enum Workload: String, Codable, Sendable, ExpressibleByArgument, CaseIterable {
    /// Unary calls, so many in flight.
    case calls
    /// Items of the server's streams, so many streams at a time.
    case streams

    /// What the driver asks a client for.
    var command: String {
        switch self {
        case .calls: "run"
        case .streams: "stream"
        }
    }

    /// Calls or items before any measurement: connections, caches and branch predictors get warm.
    var warmUp: Int {
        switch self {
        case .calls: 2_000
        case .streams: 50_000
        }
    }

    /// How many at a time, unless the driver is told otherwise.
    var widths: [Int] {
        switch self {
        case .calls: [1, 64]
        case .streams: [1, 8]
        }
    }

    /// One call or item.
    var unit: String {
        switch self {
        case .calls: "call"
        case .streams: "item"
        }
    }

    /// What there are several of at a time.
    func title(_ width: Int) -> String {
        switch self {
        case .calls: "\(width) in flight"
        case .streams: width == 1 ? "1 stream" : "\(width) streams"
        }
    }
}
