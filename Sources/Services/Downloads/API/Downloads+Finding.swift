public import Foundation
public import Household
public import RPC

extension Downloads {
    /// The profile's downloads: those that are being fetched or wait by their places, then the others, the latest first.
    public struct List: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = DownloadList
        public static let method = "List"
        public static let safety = CallSafety.readOnly

        /// Which ones; absent: all.
        public var filter: DownloadFilter?

        /// Asks for downloads.
        public init(filter: DownloadFilter? = nil) { self.filter = filter }
    }

    /// How the profile's downloads stand, as it changes.
    ///
    /// The first item is a snapshot; so is the first after a restart of the service. Everything after it is one download
    /// that has changed, or one that is gone. A follower that comes back with the last position that it has seen is told
    /// what has changed since, and misses nothing.
    public struct Follow: RPCServerStream {
        public typealias Service = Downloads
        public typealias ResponseItem = DownloadItem
        public static let method = "Follow"
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// Where a title is on the disk: what a player asks before it asks the catalog. NOT_FOUND when it is not there whole.
    public struct Locate: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = Download
        public static let method = "Locate"
        public static let safety = CallSafety.readOnly

        /// The title.
        public var content: ContentID

        /// Asks for a title.
        public init(content: ContentID) { self.content = content }
    }

    /// How much room there is, and who takes it.
    public struct GetStorage: RPCRequest {
        public typealias Service = Downloads
        public typealias Response = DownloadStorage
        public static let method = "GetStorage"
        public static let safety = CallSafety.readOnly

        /// Makes the request.
        public init() {}
    }

    /// The bytes of a completed download's file, for a device that is elsewhere. Can be resumed.
    ///
    /// The main file of a stream is a playlist that names the others.
    public struct ReadFile: RPCServerStream {
        public typealias Service = Downloads
        public typealias ResponseItem = FilePiece
        public static let method = "ReadFile"
        public static let safety = CallSafety.readOnly

        /// The download.
        public var download: String
        /// Which of its files, by the name that the main one gives it; absent: the main one.
        public var file: String?
        /// The first byte, from 0; absent: the beginning.
        public var offset: Int64?
        /// How many bytes at most; absent: up to the end.
        public var length: Int64?

        /// Asks for bytes.
        public init(download: String, file: String? = nil, offset: Int64? = nil, length: Int64? = nil) {
            self.download = download
            self.file = file
            self.offset = offset
            self.length = length
        }
    }
}

/// Which downloads are asked for.
public enum DownloadFilter: String, Codable, Sendable, CaseIterable {
    /// Those that are fetched, wait or are paused.
    case active
    /// Those that are there.
    case completed
    /// Those that have failed.
    case failed
}

/// Downloads of a profile.
public struct DownloadList: Codable, Sendable, Hashable {
    /// The downloads.
    public var downloads: [Download]

    /// Lists downloads.
    public init(downloads: [Download]) { self.downloads = downloads }
}

/// One item of what happens to downloads. One of the fields is there.
public struct DownloadItem: Codable, Sendable, Hashable {
    /// All downloads of the profile; replaces everything that was known before.
    public var snapshot: [Download]?
    /// One that is new or has changed.
    public var changed: Download?
    /// The id of one that is gone.
    public var gone: String?

    /// Makes an item out of its one field.
    public init(snapshot: [Download]? = nil, changed: Download? = nil, gone: String? = nil) {
        self.snapshot = snapshot
        self.changed = changed
        self.gone = gone
    }
}

/// How much room there is.
public struct DownloadStorage: Codable, Sendable, Hashable {
    /// Of the caller's profile.
    public var profile: StorageUse
    /// Of the whole household, where what several profiles have counts once; its limit is the disk.
    public var household: StorageUse
    /// Bytes that are free on the disk.
    public var diskFreeBytes: Int64
    /// Bytes that downloads leave free on it.
    public var diskFloorBytes: Int64

    /// Describes room.
    public init(profile: StorageUse, household: StorageUse, diskFreeBytes: Int64, diskFloorBytes: Int64) {
        self.profile = profile
        self.household = household
        self.diskFreeBytes = diskFreeBytes
        self.diskFloorBytes = diskFloorBytes
    }
}

/// Who takes how much.
public struct StorageUse: Codable, Sendable, Hashable {
    /// Bytes on the disk.
    public var usedBytes: Int64
    /// Bytes that are kept free for what is being fetched, beyond those on the disk.
    public var reservedBytes: Int64
    /// Bytes that there may be in all.
    public var limitBytes: Int64
    /// Bytes that can still be asked for.
    public var availableBytes: Int64

    /// Describes a use.
    public init(usedBytes: Int64, reservedBytes: Int64, limitBytes: Int64, availableBytes: Int64) {
        self.usedBytes = usedBytes
        self.reservedBytes = reservedBytes
        self.limitBytes = limitBytes
        self.availableBytes = availableBytes
    }
}

/// Some bytes of a file.
public struct FilePiece: Codable, Sendable, Hashable {
    /// Where they begin in the file.
    public var offset: Int64
    /// The bytes.
    public var data: Data
    /// How many the file has.
    public var totalBytes: Int64

    /// Takes bytes.
    public init(offset: Int64, data: Data, totalBytes: Int64) {
        self.offset = offset
        self.data = data
        self.totalBytes = totalBytes
    }
}
