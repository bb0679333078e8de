import RPC

// The methods with items of ``Wire``.
extension Wire {
    /// An item: a number, and bytes that make it long.
    struct Numbered: Codable, Sendable {
        var number: Int64
        var padding: [UInt8]?
    }

    /// Counts from 1, each item with so many bytes of padding; fails after one of them if it is to.
    struct Count: RPCServerStream {
        typealias Service = Wire
        typealias ResponseItem = Numbered
        static let method = "Count"
        static let safety = CallSafety.unsafe
        var name: String
        var upTo: Int64
        var padding: Int64?
        var failsAfter: Int64?
    }

    /// Adds up the client's numbers; answers after so many items if it is told to, and at their end otherwise.
    struct Sum: RPCClientStream {
        typealias Service = Wire
        typealias RequestItem = Numbered
        typealias Response = Total
        static let method = "Sum"
        static let safety = CallSafety.unsafe
        var name: String
        var stopsAfter: Int64?
        /// Makes the request long.
        var padding: [UInt8]?
    }

    struct Total: Codable, Sendable {
        var items: Int64
        var sum: Int64
        /// How many bytes of padding came.
        var bytes: Int64
    }

    /// Answers each of the client's items with its double, and its padding.
    struct Double: RPCBidirectionalStream {
        typealias Service = Wire
        typealias RequestItem = Numbered
        typealias ResponseItem = Numbered
        static let method = "Double"
        static let safety = CallSafety.unsafe
        var name: String
    }

    /// Takes items and reads none, until it is cancelled.
    struct Stay: RPCBidirectionalStream {
        typealias Service = Wire
        typealias RequestItem = Numbered
        typealias ResponseItem = Numbered
        static let method = "Stay"
        static let safety = CallSafety.unsafe
        var name: String
    }

    /// The items of a log, each with its position, from after the one that the follower had; then waits if it is to.
    struct Follow: RPCServerStream {
        typealias Service = Wire
        typealias ResponseItem = Numbered
        static let method = "Follow"
        static let safety = CallSafety.readOnly
        static let generation: UInt64 = 7
        var name: String
        var upTo: Int64
        var waits: Bool?
    }
}
