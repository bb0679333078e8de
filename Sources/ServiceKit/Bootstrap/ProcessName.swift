/// What a service's process is called.
public enum ProcessName {
    /// The process of a contract, by its full name or its own: `hearth.playback.v1.PlaybackState` is in `playback-state`.
    public static func of(_ contract: String) -> String {
        let name = contract.split(separator: ".").last ?? ""
        return name.enumerated().map { place, letter in
            letter.isUppercase ? "\(place == 0 ? "" : "-")\(letter.lowercased())" : "\(letter)"
        }.joined()
    }
}
