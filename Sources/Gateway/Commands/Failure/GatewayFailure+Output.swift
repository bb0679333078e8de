internal import Cluster
internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

extension GatewayFailure {
    /// Converts any error to a failure; unexpected errors keep their message.
    init(_ error: any Error) {
        switch error {
        case let failure as GatewayFailure: self = failure
        case let error as ConfigurationError:
            self.init(
                "CONFIGURATION", "\(error)", advice: "`hearth config` shows where each value comes from.",
                status: .configuration)
        case let error as ClusterError: self = Self.cluster(error)
        case let error as RunDirectory.NotPrivate: self.init("NOT_PRIVATE", "\(error)", status: .notPermitted)
        case let error as RPCError: self.init(error, service: error.origin ?? "the service", safety: .unsafe, see: nil)
        case let error as CurveStoreError: self.init("KEYS", "\(error)")
        case is CancellationError: self.init("CANCELLED", "It was cancelled.", canRetry: true)
        case is CocoaError, is POSIXError, is DecodingError: self = Self.system(error)
        default: self = type(of: error) is NSError.Type ? Self.system(error) : Self("FAILED", "\(error)")
        }
    }

    /// A failure of the system, such as a file that cannot be written, in words.
    private static func system(_ error: any Error) -> GatewayFailure {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        let path =
            error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
            ?? "A file that the command needs"
        guard cause.domain == NSPOSIXErrorDomain else {
            return GatewayFailure(
                "FAILED", "\(path) cannot be read or written.",
                advice: "Check that it is there, its owner and its disk.")
        }
        let reason = String(cString: strerror(Int32(truncatingIfNeeded: cause.code)))
        let isForbidden = [Int(EACCES), Int(EPERM), Int(EROFS)].contains(cause.code)
        return GatewayFailure(
            "FAILED", "\(path) cannot be used: \(reason).",
            advice: isForbidden ? "Check its owner and permissions." : "Check that it is there, and its disk.",
            status: isForbidden ? .notPermitted : .failure)
    }

    private static func cluster(_ error: ClusterError) -> GatewayFailure {
        switch error {
        case .alreadyRunning:
            GatewayFailure(
                "ALREADY_RUNNING", "\(error)", advice: "See `hearth status`; `hearth down` stops it.", status: .held)
        case .unknownService, .nothingToStart, .missingExecutables:
            GatewayFailure("NO_SUCH_SERVICE", "\(error)", status: .usage)
        case .unusable: GatewayFailure("UNUSABLE", "\(error)", status: .notPermitted)
        }
    }

    /// Prints it as text, or as JSON when results are JSON.
    func tell(_ output: Output) {
        output.endProgress()
        guard output.isJSON else {
            output.note("hearth: \(message)")
            if let advice { output.note("  \(advice)") }
            if status == .unknown {
                output.note("  The outcome is not known yet.")
            } else if canRetry {
                output.note("  The same command can be tried again\(executed == .no ? "; nothing was changed" : "").")
            }
            output.note("  (\(code))")
            return
        }
        output.note(Self.jsonText(Report(error: self)))
    }

    /// The failure as one object, `{"error": {...}}`.
    private struct Report: Encodable {
        var error: Body

        init(error: GatewayFailure) { self.error = Body(error) }

        struct Body: Encodable {
            var code: String
            var message: String
            var advice: String?
            var canRetry: Bool
            var retryAfterSeconds: Double?
            var executed: String?
            var service: String?
            var exitCode: Int32

            init(_ failure: GatewayFailure) {
                code = failure.code
                message = failure.message
                advice = failure.advice
                canRetry = failure.canRetry
                retryAfterSeconds = failure.retryAfterSeconds
                executed = failure.executed.map { "\($0)" }
                service = failure.service
                exitCode = failure.status.rawValue
            }
        }
    }

    private static func jsonText(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
