public import Foundation
public import RPC

/// Consistent copies of a service's shards, while it runs.
///
/// Every service with a shard implements it. The copy is of the caller's household and is streamed to the caller: no
/// service writes to a path that a caller names.
public enum Backup: RPCService {
    public static let name = "hearth.kit.v1.Backup"
    public static let requests: [any RPCMethod.Type] = [CopyShard.self]

    /// A method with a stream of items.
    public protocol ServerStream: RPCServerStream where Service == Backup {}
}

extension Backup {
    /// Streams a consistent copy of the household's shard: one item with the header, items with the bytes in order, and
    /// one with the end. A stream without its end is no copy.
    ///
    /// A service makes one copy at a time: RESOURCE_EXHAUSTED while another is made or read, or where the disk has no
    /// room for one. NOT_FOUND when the service has no shard of the household.
    public struct CopyShard: ServerStream {
        public typealias ResponseItem = ShardCopyItem
        public static let safety = CallSafety.readOnly
        public static let access = CallAccess.roles(CallAccess.operatorRole)

        /// Requests a copy.
        public init() {}
    }
}

/// One item of a copy. Exactly one field is set.
public struct ShardCopyItem: Codable, Sendable, Hashable {
    /// What the copy is; the first item.
    public var header: ShardCopyHeader?
    /// The next bytes of the shard's file.
    public var data: Data?
    /// The last item.
    public var end: ShardCopyEnd?

    /// The most bytes of one item.
    public static let maximumBytes = 128 << 10

    /// Makes an item with one field.
    public init(header: ShardCopyHeader? = nil, data: Data? = nil, end: ShardCopyEnd? = nil) {
        (self.header, self.data, self.end) = (header, data, end)
    }
}

/// What a copy is of.
public struct ShardCopyHeader: Codable, Sendable, Hashable {
    /// The service that owns the shard.
    public var service: String
    /// The household's name.
    public var household: String
    /// The household's identity; absent while the shard has not learned it.
    public var identity: String?
    /// The version of the tables: that of those which all services have, times 10,000, and that of the service's own.
    public var schemaVersion: Int64
    /// The size of the copy.
    public var bytes: Int64
    /// The position of the service's outbox: everything up to it is in the copy.
    public var outbox: OutboxPosition
    /// When the copy was made, by the service's wall clock.
    public var takenAt: Date

    /// Makes a header.
    public init(
        service: String, household: String, identity: String?, schemaVersion: Int64, bytes: Int64,
        outbox: OutboxPosition, takenAt: Date
    ) {
        (self.service, self.household, self.identity) = (service, household, identity)
        (self.schemaVersion, self.bytes, self.outbox, self.takenAt) = (schemaVersion, bytes, outbox, takenAt)
    }
}

/// A position in a service's outbox.
public struct OutboxPosition: Codable, Sendable, Hashable {
    /// The log's generation, which is random.
    public var generation: UInt64
    /// The last event's sequence number; 0 before the first.
    public var sequence: UInt64

    /// Makes a position.
    public init(generation: UInt64, sequence: UInt64) { (self.generation, self.sequence) = (generation, sequence) }
}

/// The end of a copy.
public struct ShardCopyEnd: Codable, Sendable, Hashable {
    /// SHA-256 of the copy's bytes.
    public var sha256: Data

    /// Makes an end.
    public init(sha256: Data) { self.sha256 = sha256 }
}
