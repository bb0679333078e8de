internal import Glibc

/// Error numbers of the system in words.
enum SystemError {
    /// The text of an error number; `strerror_r` is, unlike `strerror`, safe on any thread.
    static func text(_ number: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
                return "error \(number)"
            }
            return String(cString: start)
        }
    }
}
