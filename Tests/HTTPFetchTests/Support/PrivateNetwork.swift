import Foundation
import Glibc
import TestSupport

/// A network of a test's own, with its own name server: the test's process starts itself again in new namespaces, where it
/// may be root, and runs one suite there.
enum PrivateNetwork {
    /// An address of the public internet which is this machine's there.
    static let publicAddress = "93.184.215.14"

    /// This process is the one inside.
    static let isInside = ProcessInfo.processInfo.environment[marker] != nil

    /// The system lets processes make namespaces.
    static let isAllowed = (try? Shell.run("unshare -Urmn true")) != nil

    private static let marker = "HTTPFETCH_PRIVATE_NETWORK"

    /// Runs a suite inside, and returns whether it passed, with what it said.
    static func run(_ suite: String) async throws -> (passed: Bool, output: String) {
        let folder = try TemporaryDirectory()
        try folder.write("nameserver 127.0.0.1\noptions timeout:30 attempts:1\n", to: "resolv.conf")
        try folder.write("hosts: files dns\n", to: "nsswitch.conf")
        try folder.write("machine \(publicAddress) login viewer password word\n", to: ".netrc")
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = [
            "-Urmn", "/bin/sh", "-ec",
            """
            for file in resolv.conf nsswitch.conf; do
                if [ -e /etc/$file ]; then mount --bind "$HOME/$file" "$(readlink -f /etc/$file)"; fi
            done
            exec "$0" "$@"
            """,
            try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            "--testing-library", "swift-testing", "--filter", suite,
        ]
        let proxy = "http://127.0.0.1:80"
        process.environment = ProcessInfo.processInfo.environment.merging([
            marker: "1", "HOME": folder.path, "http_proxy": proxy, "all_proxy": proxy, "ALL_PROXY": proxy,
        ]) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        extendLifetime(folder)
        return (process.terminationStatus == 0 && text.contains("Test run with 1 test"), text)
    }

    /// Inside: switches the machine's own interface on, and gives it the public address.
    static func prepare() throws {
        let file = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(file) }
        // A `struct ifreq`: 16 bytes of name, then what the call is about.
        func call(_ request: Int32, _ name: String, _ value: [UInt8]) throws {
            var bytes = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count) + value
            bytes += [UInt8](repeating: 0, count: 40 - bytes.count)
            guard ioctl(file, UInt(request), &bytes) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        }
        // The flag is IFF_UP.
        try call(SIOCSIFFLAGS, "lo", withUnsafeBytes(of: Int16(1)) { Array($0) })
        let address = publicAddress.split(separator: ".").compactMap { UInt8($0) }
        try call(SIOCSIFADDR, "lo:1", withUnsafeBytes(of: sa_family_t(AF_INET)) { Array($0) } + [0, 0] + address)
    }
}
