internal import Glibc
internal import ProfilesAPI

/// This machine as a device of the household.
enum ThisMachine {
    private static let platform = "command line"
    /// Beyond it a device's name is cut.
    private static let nameCharacters = 80

    /// - Parameters:
    ///   - name: what it is called in the list of devices; nil for the machine's name.
    ///   - isShared: whether several people use it.
    static func description(name: String?, isShared: Bool) -> DeviceDescription {
        DeviceDescription(name: name ?? hostName, platform: platform, isShared: isShared ? true : nil)
    }

    /// The machine's name, without asking a name server.
    private static var hostName: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "Computer" }
        let name = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "Computer" : String(name.prefix(nameCharacters))
    }
}
