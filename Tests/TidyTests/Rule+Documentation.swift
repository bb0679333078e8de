extension Rule {
    /// Everything public in what others build on has a doc comment.
    static let documentation = Rule(name: "public declarations are documented") { file in
        guard file.isSwift, let module = Layers.module(of: file), isDocumented(module) else { return [] }
        return file.occurrences(of: "public", in: file.code).compactMap { offset in
            let line = file.line(at: offset)
            guard let declaration = Declaration(file.line(line, of: file.code)), declaration.isPublic,
                !declaration.isWitness(in: module)
            else { return nil }
            guard !hasDocComment(above: line, in: file) else { return nil }
            return file.violation(at: offset, "\(declaration.keyword) \(declaration.name) has no doc comment")
        }
    }

    private static func isDocumented(_ module: Layers.Module) -> Bool {
        let libraries: Set = [
            "CBOR", "RPC", "RPCInProcess", "RPCZeroMQ", "HTTPFetch", "ServiceKit", "HearthModel", "TextFolding",
        ]
        return module.kind == .contract || libraries.contains(module.name)
    }

    private static func hasDocComment(above line: Int, in file: SourceFile) -> Bool {
        var above = line - 1
        while above > 0 {
            let comment = file.line(above, of: file.comments)
            if comment.hasPrefix("///") || comment.hasSuffix("*/") { return true }
            guard file.line(above, of: file.code).hasPrefix("@") || !comment.isEmpty else { return false }
            above -= 1
        }
        return false
    }
}
