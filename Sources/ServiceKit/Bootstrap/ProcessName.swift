/// The process name of a service.
public enum ProcessName {
    /// The process that serves a contract, by its full or short name: `hearth.playback.v1.PlaybackState` is in
    /// `playback-state`.
    public static func of(_ contract: String) -> String {
        let name = contract.split(separator: ".").last ?? ""
        return name.enumerated().map { index, letter in
            letter.isUppercase ? "\(index == 0 ? "" : "-")\(letter.lowercased())" : "\(letter)"
        }.joined()
    }
}
