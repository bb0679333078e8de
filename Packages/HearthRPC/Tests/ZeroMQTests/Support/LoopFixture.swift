import ZeroMQ

/// Runs a test with a loop and a context of its own, and stops the loop whatever happens.
func withLoop(_ body: (IOLoop, ZeroMQContext) async throws -> Void) async throws {
    let loop = try IOLoop.start(name: "test")
    let context = try ZeroMQContext.make()
    do { try await body(loop, context) } catch {
        await loop.shutDown()
        throw error
    }
    await loop.shutDown()
}
