import Foundation

/// What a real player's library sees in a file.
struct FFProbe: Equatable {
    /// Pictures that can be decoded.
    var frames: Int
    /// How long it lasts, in thousandths of a second.
    var milliseconds: Int

    /// `scripts/setup --tests` installs it; without it the tests fail.
    private static let path = "/usr/bin/ffprobe"

    /// Decodes all of a file, or of the stream that a playlist names.
    init(_ file: String) async throws {
        let process = Process()
        process.executableURL = URL(filePath: Self.path)
        process.arguments = [
            "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
            "stream=nb_read_frames:format=duration", "-of", "json", "-allowed_extensions", "ALL", "-i", file,
        ].filter { file.hasSuffix(".m3u8") || !["-allowed_extensions", "ALL"].contains($0) }
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        let text = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { _ in
                continuation.resume(returning: (output.fileHandleForReading.readDataToEndOfFile()))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        guard complaints.isEmpty else { throw Complaint(text: String(decoding: complaints, as: UTF8.self)) }
        let json = try JSONSerialization.jsonObject(with: text) as? [String: Any]
        let streams = json?["streams"] as? [[String: Any]]
        let format = json?["format"] as? [String: Any]
        frames = (streams?.first?["nb_read_frames"] as? String).flatMap { Int($0) } ?? 0
        milliseconds = (format?["duration"] as? String).flatMap(Double.init).map { Int(($0 * 1_000).rounded()) } ?? 0
    }

    /// What it says of a file that it cannot decode without errors.
    struct Complaint: Error {
        let text: String
    }
}
