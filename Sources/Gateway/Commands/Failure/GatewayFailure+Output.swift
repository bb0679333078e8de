internal import Cluster
internal import Foundation
internal import RPC
internal import ServiceKit

extension GatewayFailure {
    /// Any error as a failure; those that nobody foresaw keep their words.
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
        default: self.init("FAILED", "\(error)")
        }
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

    /// Tells a person, or a program when results are JSON.
    func tell(_ output: Output) {
        output.endProgress()
        guard output.isJSON else {
            output.note("hearth: \(message)")
            if let advice { output.note("  \(advice)") }
            if status == .unknown {
                output.note("  Nobody knows yet whether it happened.")
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
