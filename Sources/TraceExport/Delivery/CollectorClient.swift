internal import Foundation
internal import HTTPFetch
internal import RPC

/// Sends requests to a collector, and classifies its answers as OTLP over HTTP defines them.
struct CollectorClient: Sendable {
    private let url: FetchURL
    private let fetcher: HTTPFetcher
    private let runtime: any Runtime

    /// The longest response that is read: it has counts and a message.
    private static let responseBytes = 64 << 10

    init(_ collector: CollectorAddress, runtime: any Runtime) throws(FetchError) {
        var configuration = FetchConfiguration()
        configuration.userAgent = "Hearth-OTLP"
        configuration.addresses = AddressPolicy(allowedHosts: [collector.allowedHost])
        (configuration.connections, configuration.connectionsPerHost) = (1, 1)
        fetcher = try HTTPFetcher(configuration, runtime: runtime)
        (url, self.runtime) = (collector.url, runtime)
    }

    /// The outcome of one attempt.
    enum Outcome {
        /// All but some rejected spans were accepted.
        case accepted(rejected: Int)
        /// The same request will never be accepted.
        case refused(String)
        /// It may be accepted later, at the earliest after this time when the collector names one.
        case later(String, Duration?)
        /// The task was cancelled, and the spans may have been accepted.
        case cancelled
    }

    func post(_ body: [UInt8], within time: Duration) async -> Outcome {
        var request = FetchRequest(url)
        (request.method, request.body) = (.post, body)
        request.headers = [HeaderField("Content-Type", "application/json"), HeaderField("Accept", "application/json")]
        (request.limits.time, request.limits.connectTime, request.limits.idleTimeout) = (time, time, time)
        (request.limits.redirects, request.limits.bodyBytes) = (0, Self.responseBytes)
        do {
            let response = try await fetcher.fetch(request)
            return outcome(of: response.head, response.body)
        } catch let error as FetchError {
            return error.isTransient ? .later("\(error)", nil) : .refused("\(error)")
        } catch {
            return .cancelled
        }
    }

    private func outcome(of head: FetchHead, _ body: [UInt8]) -> Outcome {
        switch head.status {
        case 200..<300:
            // A collector that says nothing has accepted all.
            let response = try? JSONDecoder().decode(OTLPResponse.self, from: Data(body))
            return .accepted(rejected: response?.rejected ?? 0)
        case 429, 502, 503, 504:
            return .later("\(url) answers \(head.status)", head.retryAfter(at: runtime.wallTime))
        default:
            return .refused("\(url) answers \(head.status)")
        }
    }

    func shutDown() async { await fetcher.shutDown() }
}
