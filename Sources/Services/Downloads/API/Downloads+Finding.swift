public import Foundation
public import HearthModel
public import RPC

extension Downloads {
    /// Lists the profile's downloads: the pending and running ones in queue order, then the others, the latest first.
    public struct List: Request {
        public typealias Response = DownloadList
        public static let safety = CallSafety.readOnly

        /// The filter; absent: all.
        public var filter: DownloadFilter?

        /// Makes the request.
        public init(filter: DownloadFilter? = nil) { self.filter = filter }
    }

    /// Streams the status of the profile's downloads.
    ///
    /// The first item is a snapshot; so is the first after a restart of the service. Every later item is one changed or
    /// deleted download. A follower that reconnects with the last position it has seen receives all changes since.
    public struct Follow: ServerStream {
        public typealias ResponseItem = DownloadItem
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Locates a title's file on the disk: a player calls it before it asks the catalog. NOT_FOUND unless it is
    /// complete.
    public struct Locate: Request {
        public typealias Response = Download
        public static let safety = CallSafety.readOnly

        /// The title.
        public var content: ContentID

        /// Makes the request.
        public init(content: ContentID) { self.content = content }
    }

    /// Returns the storage limits and their use.
    public struct GetStorage: Request {
        public typealias Response = DownloadStorage
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Streams the bytes of a completed download's file to another device. Can be resumed.
    ///
    /// The main file of a stream is a playlist that names the others.
    public struct ReadFile: ServerStream {
        public typealias ResponseItem = FilePiece
        public static let safety = CallSafety.readOnly

        /// The download.
        public var download: String
        /// The file, by its name in the main one; absent: the main one.
        public var file: String?
        /// The first byte, from 0; absent: 0.
        public var offset: Int64?
        /// The maximum number of bytes; absent: up to the end.
        public var length: Int64?

        /// Makes the request.
        public init(download: String, file: String? = nil, offset: Int64? = nil, length: Int64? = nil) {
            self.download = download
            self.file = file
            self.offset = offset
            self.length = length
        }
    }
}

/// A filter on the status.
public enum DownloadFilter: String, Codable, Sendable, CaseIterable {
    /// Running, pending or paused.
    case active
    /// Completed.
    case completed
    /// Failed.
    case failed
}

/// Downloads of a profile.
public struct DownloadList: Codable, Sendable, Hashable {
    /// The downloads.
    public var downloads: [Download]

    /// Makes the list.
    public init(downloads: [Download]) { self.downloads = downloads }
}

/// One item of a follow stream. Exactly one field is set.
public struct DownloadItem: Codable, Sendable, Hashable {
    /// All downloads of the profile; replaces the follower's state.
    public var snapshot: [Download]?
    /// A new or changed download.
    public var changed: Download?
    /// The id of a deleted download.
    public var gone: String?

    /// Makes an item with one field.
    public init(snapshot: [Download]? = nil, changed: Download? = nil, gone: String? = nil) {
        self.snapshot = snapshot
        self.changed = changed
        self.gone = gone
    }
}

/// Storage limits and their use.
public struct DownloadStorage: Codable, Sendable, Hashable {
    /// The caller's profile.
    public var profile: StorageUse
    /// The household, where a file shared by several profiles counts once; its limit is the disk.
    public var household: StorageUse
    /// Free bytes on the disk.
    public var diskFreeBytes: Int64
    /// Bytes that downloads leave free on the disk.
    public var diskFloorBytes: Int64

    /// Makes a description.
    public init(profile: StorageUse, household: StorageUse, diskFreeBytes: Int64, diskFloorBytes: Int64) {
        self.profile = profile
        self.household = household
        self.diskFreeBytes = diskFreeBytes
        self.diskFloorBytes = diskFloorBytes
    }
}

/// The use of one limit.
public struct StorageUse: Codable, Sendable, Hashable {
    /// Bytes on the disk.
    public var usedBytes: Int64
    /// Bytes reserved for downloads in flight, beyond those on the disk.
    public var reservedBytes: Int64
    /// The limit in bytes.
    public var limitBytes: Int64
    /// Bytes that can still be reserved.
    public var availableBytes: Int64

    /// Makes a use.
    public init(usedBytes: Int64, reservedBytes: Int64, limitBytes: Int64, availableBytes: Int64) {
        self.usedBytes = usedBytes
        self.reservedBytes = reservedBytes
        self.limitBytes = limitBytes
        self.availableBytes = availableBytes
    }
}

/// A piece of a file.
public struct FilePiece: Codable, Sendable, Hashable {
    /// Its offset in the file.
    public var offset: Int64
    /// The bytes.
    public var data: Data
    /// The size of the file in bytes.
    public var totalBytes: Int64

    /// Makes a piece.
    public init(offset: Int64, data: Data, totalBytes: Int64) {
        self.offset = offset
        self.data = data
        self.totalBytes = totalBytes
    }
}
