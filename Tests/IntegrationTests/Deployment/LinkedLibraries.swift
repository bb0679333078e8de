import Foundation
import Subprocess
import SystemPackage

/// The Debian packages of the shared libraries that executables are linked to.
enum LinkedLibraries {
    /// In every Debian system.
    private static let always: Set<String> = ["libc6", "libgcc-s1"]

    /// The packages that these executables of the suite need by themselves. What the toolchain brings is not Debian's.
    static func packages(of executables: Set<String>) async throws -> Set<String> {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
        let paths = executables.sorted().map { "\(folder)/\($0)" }
        let needed = Set(
            try await output("readelf", ["--dynamic", "--wide"] + paths).matches(of: /\(NEEDED\).*\[(.*)\]/)
                .map { String($0.1) })
        let found = try await output("ldd", paths).matches(of: /(\S+) => (\/(?:usr\/)?lib\/\S+)/)
            .filter { needed.contains(String($0.1)) }.map { String($0.2) }
        // Debian merged /lib into /usr/lib, and its packages name one or the other.
        let candidates = Set(found.flatMap { [$0, $0.hasPrefix("/usr/") ? String($0.dropFirst(4)) : "/usr\($0)"] })
        let owners = try await output("dpkg-query", ["--search"] + candidates.sorted()).split(separator: "\n")
        return Set(owners.compactMap { $0.split(separator: ":").first.map(String.init) }).subtracting(always)
    }

    private static func output(_ name: String, _ arguments: [String]) async throws -> String {
        let result = try await Subprocess.run(
            .name(name), arguments: Arguments(arguments), output: .string(limit: 4 << 20), error: .discarded)
        return result.standardOutput
    }
}
