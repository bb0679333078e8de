internal import RPC

/// Frames as they passed between a client and the services of a household, in the order in which they did.
///
/// `protocols/released/household.json` is one: what the executables of the last release said, for the types of today to be
/// held against.
public struct HouseholdRecording: Codable, Sendable {
    /// One frame.
    public struct Frame: Codable, Sendable {
        /// The service that it came from or went to.
        public var service: String
        /// Whether the client has sent it.
        public var isFromClient: Bool
        /// Its bytes in hexadecimal digits.
        public var hex: String

        /// A frame as it passed.
        public init(service: String, isFromClient: Bool, bytes: [UInt8]) {
            self.service = service
            self.isFromClient = isFromClient
            hex = bytes.hexadecimal
        }
    }

    /// What this is.
    public var about: String
    /// The files that the client had taken in: their paths, and what they held.
    public var files: [String: String]
    /// The frames, in order.
    public var frames: [Frame]

    /// A recording.
    public init(about: String, files: [String: String], frames: [Frame]) {
        self.about = about
        self.files = files
        self.frames = frames
    }

    /// The text of its file.
    ///
    /// - Throws: what encoding throws.
    public func json() throws -> String { try Document.json(self) }
}
