internal import Glibc

/// The default directories: the user's own (XDG Base Directory Specification 0.8).
public struct DefaultDirectories: Sendable, Hashable {
    /// Shards and keys: `$XDG_DATA_HOME/hearth`, or `~/.local/share/hearth`.
    public let data: String
    /// Sockets and the owner key: `$XDG_RUNTIME_DIR/hearth`, or `<tmp>/hearth-<uid>`.
    public let run: String
    /// The configuration file: `$XDG_CONFIG_HOME/hearth/hearth.yaml`, or `~/.config/hearth/hearth.yaml`.
    public let configurationFile: String

    /// Derives them from the environment. Relative paths in it count as unset, as the specification requires.
    public init(environment: [String: String]) {
        func directory(_ name: String) -> String? {
            guard let path = environment[name], path.hasPrefix("/") else { return nil }
            return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        }
        let home = directory("HOME") ?? "/"
        data = "\(directory("XDG_DATA_HOME") ?? "\(home)/.local/share")/hearth"
        run =
            directory("XDG_RUNTIME_DIR").map { "\($0)/hearth" } ?? "\(directory("TMPDIR") ?? "/tmp")/hearth-\(getuid())"
        configurationFile = "\(directory("XDG_CONFIG_HOME") ?? "\(home)/.config")/hearth/hearth.yaml"
    }
}
