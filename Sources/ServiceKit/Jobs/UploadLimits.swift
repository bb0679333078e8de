/// What callers may upload to one service.
package struct UploadLimits: Sendable {
    /// Bytes of a household's files that are being received or wait for their jobs.
    package var householdBytes: Int64 = 4 << 30
    /// Uploads of one caller at a time.
    package var uploadsPerCaller = 2
    /// Uploads of one household at a time.
    package var uploadsPerHousehold = 6
    /// How fast an upload must come, and how long it may take.
    package var pace = TransferRateMonitor.Limits()
    /// How often the pace of an upload is looked at.
    package var rateCheckInterval = Duration.seconds(5)

    /// The usual limits.
    package init() {}
}

/// What a caller says of a file before sending it, and what the file may be.
package struct UploadDeclaration: Sendable {
    /// What the file is, for messages: "playlist".
    package var noun: String
    /// The most bytes that such a file may have.
    package var maximumBytes: Int64
    /// How many bytes the caller says that the file has; nil when the caller does not know.
    package var declaredBytes: Int64?

    /// Describes a file.
    package init(noun: String, maximumBytes: Int64, declaredBytes: Int64?) {
        (self.noun, self.maximumBytes, self.declaredBytes) = (noun, maximumBytes, declaredBytes)
    }
}

/// A file that a caller has sent, complete and durable.
package struct Upload: Sendable, Hashable {
    /// The name of the private file, which the service has made up.
    package var name: String
    /// The file's length in bytes.
    package var bytes: Int64
    /// A digest over the bytes, to know the same file again (FNV-1a, 64 bits).
    package var digest: Int64

    /// Describes a file.
    package init(name: String, bytes: Int64, digest: Int64) {
        (self.name, self.bytes, self.digest) = (name, bytes, digest)
    }
}
