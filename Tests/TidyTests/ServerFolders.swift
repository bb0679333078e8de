/// The folders of a service's `Server`, and for the catalog's the order in which they build on each other. A new folder
/// needs a row here.
///
/// A module is one namespace for the compiler, so nothing else keeps its folders from depending on each other in a
/// circle.
enum ServerFolders {
    /// The folders of every service but the catalog; those within them are the service's own matter.
    static let standard: Set<String> = ["Handlers", "Domain", "Store", "Events", "Clients"]

    /// What the files at the root of a server end with, behind the service's name.
    static let rootFiles = ["Limits", "Settings", "Dependencies", "Service"]

    /// The catalog's folders, each with the others whose types it may name.
    static let catalog: [String: Set<String>] = [
        "Store": [],
        "Schema": ["Store"],
        "Query": ["Store"],
        "Events": ["Store"],
        "Import": ["Store", "Query"],
        "Metadata": ["Store", "Query", "Import"],
        "Handlers": ["Store", "Query", "Events", "Import", "Metadata"],
    ]

    /// The folders within the catalog's, from the bottom up: each may name types of those before it, and of the files
    /// beside them.
    static let catalogInner: [String: [String]] = [
        "Store": ["Undo", "Titles", "Corrections", "Guide", "Metadata", "Profiles", "Rules"],
        "Query": ["Titles", "Search", "Guide", "Discovery", "Explain"],
        "Import": ["Publish", "Xtream", "Stage", "Undo", "Corrections", "Feeds", "Jobs"],
    ]

    /// Where a file of a server is.
    struct Place: Hashable, Sendable {
        let service: String
        /// The folders below `Server`: `["Query", "Search"]`.
        let folders: [String]

        /// nil for a file that is in no server.
        init?(_ file: SourceFile) {
            let parts = file.path.split(separator: "/").map(String.init)
            guard file.isSwift, parts.count > 4, parts[..<2] == ["Sources", "Services"], parts[3] == "Server" else {
                return nil
            }
            (service, folders) = (parts[2], Array(parts[4...].dropLast()))
        }

        var text: String { folders.joined(separator: "/") }
    }

    /// True when a service has this folder.
    static func isKnown(_ place: Place) -> Bool {
        guard let first = place.folders.first else { return true }
        guard place.service == "Catalog" else { return standard.contains(first) }
        guard catalog[first] != nil, place.folders.count > 1 else { return catalog[first] != nil }
        return place.folders.count == 2 && catalogInner[first]?.contains(place.folders[1]) == true
    }

    /// True when a file of the catalog's server may name a type that is declared in another place.
    static func allows(_ place: Place, toName other: Place) -> Bool {
        guard let folder = place.folders.first else { return true }
        guard let otherFolder = other.folders.first else { return false }
        guard folder == otherFolder else { return catalog[folder]?.contains(otherFolder) == true }
        return height(of: other) <= height(of: place)
    }

    /// The position of a folder within the one around it; files beside the folders are below all of them.
    private static func height(of place: Place) -> Int {
        guard place.folders.count > 1, let order = catalogInner[place.folders[0]] else { return -1 }
        return order.firstIndex(of: place.folders[1]) ?? -1
    }

    /// Where the top-level types of the catalog's server are declared, by name.
    static let catalogTypes: [String: Place] = {
        var found: [String: Place] = [:]
        for file in SourceTree.files {
            guard let place = Place(file), place.service == "Catalog" else { continue }
            for name in file.topLevelTypes { found[name] = place }
        }
        return found
    }()
}

extension SourceFile {
    /// The types that the file declares for other files, outside any other type.
    var topLevelTypes: [String] {
        let types: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
        return String(decoding: code, as: UTF8.self).split(separator: "\n").compactMap { line in
            guard !line.hasPrefix(" "), !line.hasPrefix("private "), !line.hasPrefix("fileprivate "),
                let declaration = Declaration(String(line)), types.contains(declaration.keyword)
            else { return nil }
            return declaration.name
        }
    }

    /// The words of the code that begin with a capital and are no member of another: `Shard`, and not `.Row`.
    var capitalizedWords: [(name: String, offset: Int)] {
        var words: [(String, Int)] = []
        var position = 0
        code.withUnsafeBufferPointer { code in
            while position < code.count {
                guard code[position].isWord else {
                    position += 1
                    continue
                }
                let start = position
                while position < code.count, code[position].isWord { position += 1 }
                let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(code[start])
                let isMember = start > 0 && code[start - 1] == UInt8(ascii: ".")
                if isCapital, !isMember {
                    words.append((String(decoding: code[start..<position], as: UTF8.self), start))
                }
            }
        }
        return words
    }
}
