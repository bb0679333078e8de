import RPC

extension WireServer {
    /// The handlers of the methods with items.
    static func addStreams(to handlers: inout RPCHandlers<Wire>, _ log: WireLog) {
        handlers.on(Wire.Count.self) { request, writer, _ in
            let padding = request.padding.map { [UInt8](repeating: 0x61, count: Int(clamping: $0)) }
            try await log.watch(request.name) {
                for number in sequence(first: 1, next: { $0 + 1 }).prefix(Int(clamping: request.upTo)) {
                    try await writer.write(Wire.Numbered(number: Int64(number), padding: padding))
                    if number == request.failsAfter.map({ Int(clamping: $0) }) { throw QuotaExceeded(capacity: 7) }
                }
            }
        }
        handlers.on(Wire.Sum.self) { request, items, _ in
            try await log.watch(request.name) {
                var total = Wire.Total(items: 0, sum: 0, bytes: 0)
                while total.items != request.stopsAfter, let item = try await items.next()?.item {
                    total.items += 1
                    total.sum += item.number
                    total.bytes += Int64(item.padding?.count ?? 0)
                }
                return total
            }
        }
        handlers.on(Wire.Double.self) { request, items, writer, _ in
            try await log.watch(request.name) {
                for try await item in items {
                    try await writer.write(Wire.Numbered(number: 2 * item.number, padding: item.padding))
                }
            }
        }
        handlers.on(Wire.Stay.self) { request, _, _, _ in
            try await log.watch(request.name) { try await SystemRuntime.shared.sleep(for: .seconds(600)) }
        }
        handlers.on(Wire.Follow.self) { request, writer, call in
            let last = call.resumeAfter.flatMap { $0.generation == Wire.Follow.generation ? $0.sequence : nil } ?? 0
            try await log.watch(request.name) {
                for sequence in sequence(first: last + 1, next: { $0 + 1 }) {
                    if sequence > UInt64(clamping: request.upTo) { break }
                    let position = StreamPosition(generation: Wire.Follow.generation, sequence: sequence)
                    try await writer.write(Wire.Numbered(number: Int64(clamping: sequence)), at: position)
                }
                if request.waits == true { try await SystemRuntime.shared.sleep(for: .seconds(600)) }
            }
        }
    }
}
