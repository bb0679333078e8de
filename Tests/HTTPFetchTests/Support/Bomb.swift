import Foundation

/// Bytes that are few on the way and many when they are unpacked.
enum Bomb {
    /// Zeros, packed with gzip one or more times.
    static func zeros(mebibytes: Int, packings: Int) throws -> [UInt8] {
        let packed = (0..<packings).map { _ in "gzip -9" }.joined(separator: " | ")
        return try Shell.run("head -c \(mebibytes)M /dev/zero | \(packed)")
    }
}

/// Programs that every Debian has.
enum Shell {
    /// Runs a command and returns what it says.
    ///
    /// - Throws: `POSIXError` when it fails.
    static func run(_ command: String) throws -> [UInt8] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-ec", command]
        process.standardOutput = output
        process.standardError = Pipe()
        try process.run()
        let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw POSIXError(.EIO) }
        return bytes
    }
}
