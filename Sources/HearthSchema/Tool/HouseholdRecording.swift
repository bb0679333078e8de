internal import RPC

/// Frames between a client and the services of a household, in order.
///
/// `protocols/released/household.json` is one: the answers of the last release's executables, to be checked against the
/// current types.
public struct HouseholdRecording: Codable, Sendable {
    /// One frame.
    public struct Frame: Codable, Sendable {
        /// The sending or receiving service.
        public var service: String
        /// Whether the client has sent it.
        public var isFromClient: Bool
        /// Its bytes in hexadecimal digits.
        public var hex: String

        /// Records a frame.
        public init(service: String, isFromClient: Bool, bytes: [UInt8]) {
            self.service = service
            self.isFromClient = isFromClient
            hex = bytes.hexadecimal
        }
    }

    /// A description of the recording.
    public var about: String
    /// The files that the client imported: their paths and contents.
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
    /// - Throws: the error of encoding.
    public func json() throws -> String { try Document.json(self) }
}
