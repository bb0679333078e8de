internal import Cluster
internal import Foundation
internal import Glibc
internal import ServiceKit

/// Whether the services' executables and the libraries that they load are there.
struct LibrariesCheck: DoctorCheck {
    let name = "library"
    private let libraries: [Library]

    /// A library of the system that services or `hearth` load at their start.
    struct Library: Sendable {
        /// The name by which it is loaded.
        let file: String
        /// The Debian package that it is in.
        let package: String
        /// The function that returns its version as text; nil where it has none.
        let version: String?

        init(_ file: String, _ package: String, version: String? = nil) {
            (self.file, self.package, self.version) = (file, package, version)
        }
    }

    /// Checks the libraries of Debian 12, or the given ones.
    init(
        _ libraries: [Library] = [
            Library("libzmq.so.5", "libzmq5"),
            Library("libsqlite3.so.0", "libsqlite3-0", version: "sqlite3_libversion"),
            Library("libcurl.so.4", "libcurl4", version: "curl_version"), Library("libcrypto.so.3", "libssl3"),
            Library("libxml2.so.2", "libxml2"), Library("libz.so.1", "zlib1g", version: "zlibVersion"),
            Library("libqrencode.so.4", "libqrencode4", version: "QRcode_APIVersionString"),
        ]
    ) {
        self.libraries = libraries
    }

    func examine(_ gateway: Gateway) async -> [DoctorFinding] {
        libraries.map(find) + [executables(gateway)]
    }

    private func find(_ library: Library) -> DoctorFinding {
        guard let handle = dlopen(library.file, RTLD_LAZY | RTLD_LOCAL) else {
            let reason: UnsafeMutablePointer<CChar>? = dlerror()
            return DoctorFinding(
                name, library.file, .wrong,
                "It cannot be loaded: \(reason.map { String(cString: $0) } ?? "its reason is unknown").",
                advice: "Install it: apt-get install \(library.package)")
        }
        defer { dlclose(handle) }
        return DoctorFinding(name, library.file, .ok, version(of: library, handle) ?? "found")
    }

    private func version(of library: Library, _ handle: UnsafeMutableRawPointer) -> String? {
        typealias Function = @convention(c) () -> UnsafePointer<CChar>?
        guard let symbol = library.version, let function = dlsym(handle, symbol) else { return nil }
        return unsafeBitCast(function, to: Function.self)().map { String(cString: $0) }
    }

    private func executables(_ gateway: Gateway) -> DoctorFinding {
        let directory = gateway.environment.executables
        let installed = ClusterPlan.installed(in: directory)
        let missing = ServiceSettings.knownServices.subtracting(installed).sorted()
        guard !missing.isEmpty else { return DoctorFinding(name, "executables", .ok, directory) }
        let names = missing.joined(separator: ", ")
        return DoctorFinding(
            name, "executables", .unknown, "\(directory) lacks \(names).",
            advice: "Install them beside `hearth`, unless they run on another machine.")
    }
}
