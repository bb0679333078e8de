internal import Foundation

/// The memory of a process of this machine.
enum ProcessMemory {
    /// The process's anonymous memory, without mapped files: `RssAnon` in /proc/PID/status (proc(5)), in bytes; nil
    /// when the process is gone or not visible.
    static func anonymousBytes(of process: Int32) -> Int64? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix("RssAnon:") {
            let words = line.split(whereSeparator: \.isWhitespace)
            return words.count > 1 ? Int64(words[1]).map { $0 * 1_024 } : nil
        }
        return nil
    }
}
