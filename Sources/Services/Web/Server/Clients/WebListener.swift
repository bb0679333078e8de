internal import Basics
internal import Foundation
internal import HTTPServer
internal import Logging
internal import RPC
internal import ServiceKit
internal import ServiceLifecycle

/// Listens while the process runs, and tells in the run directory where, for `hearth up` and `hearth web open`.
struct WebListener: Service {
    let listener: HTTPListener
    /// Nil: nowhere.
    let address: HTTPAddress?
    let runDirectory: String
    let health: HealthRegistry
    let runtime: any Runtime
    let logger: Logger
    let onListening: @Sendable (HTTPAddress) -> Void

    /// The part of the health that says whether it listens.
    private static let part = "http"

    func run() async throws {
        let path = WebAddress.path(in: runDirectory)
        try? FileManager.default.removeItem(atPath: path)
        guard let address else {
            health.set(Self.part, .serving)
            logger.info("No pages are served: web-listen is off.")
            return try await gracefulShutdown()
        }
        guard let bound = await bind(address) else { return }
        logger.info("Pages are served.", metadata: ["address": "http://\(bound)"])
        try? AtomicFile.write(WebAddress(url: "http://\(bound.local)"), to: path)
        onListening(bound)
        health.set(Self.part, .serving)
        let serving = runtime.spawn { await listener.run() }
        await withTaskCancellationOrGracefulShutdownHandler {
            await serving.value
        } onCancelOrGracefulShutdown: {
            listener.drain()
            runtime.schedule(at: runtime.now.advanced(by: WebLimits.drainTime)) { serving.cancel() }
        }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Binds the address, and tries again while another process has it; nil at shutdown.
    private func bind(_ address: HTTPAddress) async -> HTTPAddress? {
        let bound = Promise<HTTPAddress?>()
        await runtime.untilShutdown {
            var isTold = false
            while !Task.isCancelled {
                do throws(HTTPListener.BindFailure) {
                    bound.fulfill(try listener.bind(to: address))
                    return
                } catch {
                    let reason = "\(error); the setting web-listen (HEARTH_WEB_LISTEN) names another address"
                    health.set(Self.part, .degraded, reason: reason)
                    // Once, not at each further attempt.
                    if !isTold { logger.error("No pages are served yet.", metadata: ["reason": "\(reason)"]) }
                    isTold = true
                }
                do { try await runtime.sleep(for: WebLimits.bindPause) } catch { break }
            }
        }
        bound.fulfill(nil)
        return await bound.value
    }
}
