internal import Foundation

/// Certificates, keys and ES256 signatures for tests, made with the executable `openssl` in a directory.
///
/// Everything is valid from 2026 to 2036 unless said otherwise, whatever the machine's clock says.
public struct TestCertificates: Sendable {
    /// Why there is no result.
    public struct Failed: Error, CustomStringConvertible {
        public let description: String
    }

    /// What a certificate is for.
    public enum Purpose: Sendable {
        /// Signs certificates.
        case authority
        /// Signs data.
        case signer
        /// Signs neither.
        case nothing
    }

    private let directory: String

    /// The marks of the App Store's certificates.
    public static let leafMark = "1.2.840.113635.100.6.11.1"
    /// The mark of its intermediates.
    public static let intermediateMark = "1.2.840.113635.100.6.2.1"

    /// Makes them in a directory, which may be empty.
    ///
    /// - Throws: what writing a file throws.
    public init(in directory: String) throws {
        self.directory = directory
        try Data().write(to: file("index.txt"))
        let configuration = """
            [ca]
            default_ca = d
            [d]
            database = index.txt
            new_certs_dir = .
            rand_serial = yes
            unique_subject = no
            default_md = sha256
            policy = p
            [p]
            commonName = supplied
            """
        try Data(configuration.utf8).write(to: file("ca.cnf"))
    }

    private func file(_ name: String) -> URL { URL(fileURLWithPath: "\(directory)/\(name)") }

    /// Makes a key and its certificate.
    ///
    /// - Parameters:
    ///   - name: the files' name, and the subject's unless `subject` names it.
    ///   - issuer: the name of the certificate that signs it; nil signs it with its own key.
    ///   - mark: an object identifier of a further extension.
    ///   - key: the arguments of `openssl genpkey`; P-256 unless said otherwise.
    ///   - from: the first moment, `YYYYMMDDHHMMSSZ`; likewise `until`.
    /// - Throws: ``Failed`` with what `openssl` says.
    public func make(
        _ name: String, subject: String? = nil, by issuer: String?, _ purpose: Purpose, mark: String? = nil,
        key: [String] = ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
        from: String = "20260101000000Z", until: String = "20360101000000Z"
    ) async throws {
        let usage =
            switch purpose {
            case .authority: ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign,cRLSign"]
            case .signer: ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,digitalSignature"]
            case .nothing: ["basicConstraints=critical,CA:FALSE", "keyUsage=critical,keyAgreement"]
            }
        // A root names no issuer's key: it is its own.
        let links = ["subjectKeyIdentifier=hash"] + (issuer == nil ? [] : ["authorityKeyIdentifier=keyid:always"])
        let extensions = usage + links + (mark.map { ["\($0)=DER:05:00"] } ?? [])
        try Data(extensions.joined(separator: "\n").utf8).write(to: file("\(name).ext"))
        _ = try await run(["genpkey"] + key + ["-out", "\(name).key"])
        _ = try await run([
            "req", "-new", "-key", "\(name).key", "-subj", "/CN=\(subject ?? name)", "-out", "\(name).csr",
        ])
        _ = try await run(
            [
                "ca", "-batch", "-notext", "-config", "ca.cnf", "-in", "\(name).csr", "-out", "\(name).pem",
                "-startdate", from, "-enddate", until, "-extfile", "\(name).ext", "-keyfile", "\(issuer ?? name).key",
            ] + (issuer.map { ["-cert", "\($0).pem"] } ?? ["-selfsign"]))
        _ = try await run(["x509", "-in", "\(name).pem", "-outform", "DER", "-out", "\(name).der"])
    }

    /// A certificate in DER.
    public func der(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: file("\(name).der"))) }

    /// The path of a certificate in PEM.
    public func pem(_ name: String) -> String { file("\(name).pem").path }

    /// Makes the chain that most tests need: `root`, `middle` and `leaf`, with the marks.
    public func makeStore() async throws {
        try await make("root", by: nil, .authority)
        try await make("middle", by: "root", .authority, mark: Self.intermediateMark)
        try await make("leaf", by: "middle", .signer, mark: Self.leafMark)
    }

    /// Signs a payload with ES256: a JWS in compact serialization with the chain in its header.
    ///
    /// - Parameters:
    ///   - signer: the name of the key.
    ///   - chain: the names of the certificates.
    ///   - algorithm: what the header claims.
    /// - Throws: ``Failed`` with what `openssl` says.
    public func sign(
        _ payload: String, by signer: String = "leaf", chain: [String] = ["leaf", "middle", "root"],
        algorithm: String = "ES256"
    ) async throws -> String {
        let certificates = try chain.map { "\"\(Data(try der($0)).base64EncodedString())\"" }.joined(separator: ",")
        return try await sign(payload, header: #"{"alg":"\#(algorithm)","x5c":[\#(certificates)]}"#, by: signer)
    }

    /// Signs a payload under any header.
    public func sign(_ payload: String, header: String, by signer: String = "leaf") async throws -> String {
        let text = "\(Self.base64URL(Array(header.utf8))).\(Self.base64URL(Array(payload.utf8)))"
        let name = "signed-\(UUID().uuidString)"
        try Data(text.utf8).write(to: file(name))
        let signature = try await run(["dgst", "-sha256", "-sign", "\(signer).key", name])
        return "\(text).\(Self.base64URL(try Self.numbers(of: signature)))"
    }

    /// The two numbers of a DER signature, 32 bytes each.
    private static func numbers(of signature: [UInt8]) throws -> [UInt8] {
        var rest = signature.dropFirst(2)
        var numbers: [UInt8] = []
        for _ in 0..<2 {
            guard rest.first == 2, let count = rest.dropFirst().first, rest.count >= 2 + Int(count) else {
                throw Failed(description: "openssl made no signature of two numbers")
            }
            let digits = rest.dropFirst(2).prefix(Int(count)).drop { $0 == 0 }
            numbers += [UInt8](repeating: 0, count: max(0, 32 - digits.count)) + digits
            rest = rest.dropFirst(2 + Int(count))
        }
        return numbers
    }

    /// Base64 for URLs without padding.
    public static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }

    private func run(_ arguments: [String]) async throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        let (output, errors) = (file("out-\(UUID().uuidString)"), file("err-\(UUID().uuidString)"))
        for url in [output, errors] { try Data().write(to: url) }
        let handles = (try FileHandle(forWritingTo: output), try FileHandle(forWritingTo: errors))
        (process.standardOutput, process.standardError) = handles
        defer {
            try? handles.0.close()
            try? handles.1.close()
        }
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        guard status == 0 else {
            let text = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
            throw Failed(description: "openssl \(arguments.first ?? "") ended with \(status): \(text)")
        }
        return [UInt8](try Data(contentsOf: output))
    }
}
