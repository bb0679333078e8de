internal import CatalogFormats
internal import TextFolding

/// Finds the addresses of files that stand under several names: a notice in place of channels that are off, and no film.
struct AddressStatistics: Sendable {
    /// By an address's hash, the name that it was found with first.
    private var names: [UInt64: UInt64] = [:]
    /// The other names that it was found with, as many as are needed.
    private var others: [UInt64: Set<UInt64>] = [:]

    /// More files are not counted.
    private static let maximumFiles = 200_000
    /// A film has an original name, and that of the list's language.
    private static let minimumOthers = 2

    /// Counts one entry of a list.
    mutating func note(_ entry: M3UEntry, _ address: AddressParts) {
        guard EntryClassifier.movieExtensions.contains(address.ending) else { return }
        let (key, name) = (Self.hash(entry.address), Self.hash(entry.title))
        if let known = names[key] {
            guard known != name, others[key]?.count ?? 0 < Self.minimumOthers else { return }
            others[key, default: []].insert(name)
        } else if names.count < Self.maximumFiles {
            names[key] = name
        }
    }

    /// Whether an address stands under several names.
    func isNotice(_ address: String) -> Bool {
        !others.isEmpty && others[Self.hash(address)]?.count ?? 0 >= Self.minimumOthers
    }

    private static func hash(_ text: String) -> UInt64 { WordHash.extend(WordHash.seed, text.utf8) }
}
