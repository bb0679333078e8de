internal import WebAPI

/// A part that is not there, and why: of screens, and of everything else that is put together from several services.
typealias MissingPart = WebAPI.MissingPart

extension MissingPart {
    init(_ failure: GatewayFailure, part: String, service: String) {
        self.init(part: part, service: failure.service ?? service, code: failure.code, message: failure.message)
    }
}

extension Output {
    /// Prints the missing parts, one line per service.
    func tell(_ missing: [MissingPart]) {
        let byService = Dictionary(grouping: missing, by: \.service)
        for service in missing.map(\.service).uniqued(by: \.self) {
            guard let parts = byService[service], let first = parts.first else { continue }
            let names = parts.map(\.part).uniqued(by: \.self).joined(separator: ", ")
            note(coloured("Missing: \(names). \(service): \(Table.printable(first.message))", .yellow))
        }
        if !missing.isEmpty { note(coloured("  See `hearth status`; the rest is complete.", .dim)) }
    }
}
