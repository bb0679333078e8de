extension Rule {
    /// Every service has the same folders (`ServerFolders`), and at its root only what configures and starts it.
    static let serverFolders = Rule(name: "a server's files are in its folders") { file in
        guard let place = ServerFolders.Place(file) else { return [] }
        if place.folders.isEmpty {
            let name = file.path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
            guard !ServerFolders.rootFiles.contains(where: name.hasSuffix) else { return [] }
            let allowed = ServerFolders.rootFiles.joined(separator: ", ")
            return [Violation(path: file.path, line: 1, message: "at a server's root are only \(allowed)")]
        }
        guard !ServerFolders.isKnown(place) else { return [] }
        return [
            Violation(
                path: file.path, line: 1,
                message: "\(place.service) has no \(place.text) in Tests/TidyTests/ServerFolders.swift")
        ]
    }

    /// A file of the catalog's server names only types of its own folder and of those below it (`ServerFolders`).
    static let catalogOrder = Rule(name: "the catalog's folders build on each other in order") { file in
        guard let place = ServerFolders.Place(file), place.service == "Catalog" else { return [] }
        return file.capitalizedWords.compactMap { name, offset in
            guard let declared = ServerFolders.catalogTypes[name], declared != place,
                !ServerFolders.allows(place, toName: declared)
            else { return nil }
            return file.violation(at: offset, "\(place.text) may not name \(name) of \(declared.text)")
        }
    }

    /// A method is registered in the file of `Handlers` that has its work: then a new one needs no change in another.
    static let registration = Rule(name: "a service's methods are registered beside their work") { file in
        guard let place = ServerFolders.Place(file) else { return [] }
        let isTopic =
            place.folders.first == "Handlers" && !file.occurrences(of: registeringFunction, in: file.code).isEmpty
        let methods = ["handlers.on(", "handlers.onLoop("].flatMap { file.occurrences(of: $0, in: file.code) }
        let tables = file.occurrences(of: "RPCHandlers<", in: file.code).filter {
            !place.folders.isEmpty && !file.code(before: $0, is: "inout ")
        }
        return (isTopic ? [] : methods).map {
            file.violation(at: $0, "register it in a file of Handlers, in \(registeringFunction)...>) beside its work")
        }
            + tables.map { file.violation(at: $0, "the service itself lists the types that register methods") }
    }

    private static let registeringFunction = "func register(on handlers: inout RPCHandlers<"
}
