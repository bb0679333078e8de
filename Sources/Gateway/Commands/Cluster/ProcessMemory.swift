internal import Foundation

/// The memory of a process of this machine.
enum ProcessMemory {
    /// What the process alone has, without the files that it maps: `RssAnon` in /proc/PID/status (proc(5)), in bytes; nil
    /// when the process is not there or not to be seen.
    static func anonymousBytes(of process: Int32) -> Int64? {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return nil }
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") where line.hasPrefix("RssAnon:") {
            let words = line.split(whereSeparator: \.isWhitespace)
            return words.count > 1 ? Int64(words[1]).map { $0 * 1_024 } : nil
        }
        return nil
    }
}
