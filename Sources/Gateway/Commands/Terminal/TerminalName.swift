internal import Glibc

/// The name of this process's terminal, for what is remembered of it: two shells in one terminal have two.
enum TerminalName {
    /// The terminal's device and the session of its shell; nil when no stream is a terminal.
    static var ofProcess: String? {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            var name = [CChar](repeating: 0, count: 256)
            guard ttyname_r(stream, &name, name.count) == 0 else { continue }
            let device = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return "\(String(decoding: device, as: UTF8.self))-\(getsid(0))"
        }
        return nil
    }
}

extension GatewayEnvironment {
    /// The variable by which a script names the terminal that its lists are remembered for.
    static let terminalVariable = "HEARTH_TERMINAL"

    /// Whether a script has named its terminal.
    var namesTerminal: Bool { variables[Self.terminalVariable]?.isEmpty == false }

    /// The user's cache directory, after the XDG base directory specification; nil without a home.
    var cacheDirectory: String? {
        if let cache = variables["XDG_CACHE_HOME"], cache.hasPrefix("/") { return "\(cache)/hearth" }
        return variables["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.cache/hearth" }
    }
}

extension RowRecorder {
    /// The recorder of this command's terminal; nil without one.
    convenience init?(_ environment: GatewayEnvironment, household: String) {
        let name = environment.namesTerminal ? environment.variables[GatewayEnvironment.terminalVariable] : nil
        guard let terminal = name ?? environment.terminalName, let folder = environment.cacheDirectory else {
            return nil
        }
        self.init(folder: folder, terminal: terminal, household: household)
    }
}
