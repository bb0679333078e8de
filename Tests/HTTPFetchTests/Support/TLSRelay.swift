import Foundation
import TestSupport

/// Certificates of one test: an authority, and what it has signed.
struct TestAuthority {
    let folder: TemporaryDirectory

    /// The authority's certificate, for those who trust it.
    var certificate: String { folder.path("authority.pem") }

    init() throws {
        folder = try TemporaryDirectory()
        _ = try Shell.run(
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj '/CN=Test authority'"
                + " -keyout \(folder.path)/authority.key -out \(certificate)")
    }

    /// Makes a key and a certificate for a host; further arguments of `openssl x509` may spoil it.
    func issue(_ name: String, for host: String, _ arguments: String = "-days 2") throws -> TestCertificate {
        let path = folder.path(name)
        _ = try Shell.run(
            """
            openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj '/CN=\(name)' \
                -keyout \(path).key -out \(path).request
            printf 'subjectAltName=\(host)' > \(path).names
            openssl x509 -req -in \(path).request -CA \(certificate) -CAkey \(folder.path)/authority.key -CAcreateserial \
                -extfile \(path).names \(arguments) -out \(path).pem
            """)
        let pin = try Shell.run(
            "openssl pkey -in \(path).key -pubout -outform der | openssl dgst -sha256 -binary | openssl base64 -A")
        return TestCertificate(path: "\(path).pem", key: "\(path).key", pin: String(decoding: pin, as: UTF8.self))
    }
}

/// A certificate with its key.
struct TestCertificate {
    let path: String
    let key: String
    /// The key's pin, as in a configuration.
    let pin: String
}

/// TLS before a server that speaks none.
final class TLSRelay {
    let port: Int
    private let process = Process()

    /// Starts it; the protocols are offered by ALPN.
    init(_ certificate: TestCertificate, to server: ScriptedServer, protocols: String...) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "tls-relay.py").path
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [script, certificate.path, certificate.key, String(server.port)] + protocols
        process.standardInput = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw POSIXError(.EIO) }
        self.port = port
    }

    deinit { process.terminate() }
}
