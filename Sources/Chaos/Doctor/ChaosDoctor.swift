/// Checks this machine's capabilities by trying each of them.
public struct ChaosDoctor: Sendable {
    /// A capability.
    public struct Probe: Sendable {
        /// Its name.
        public var name: String
        /// The faults that need it.
        public var neededBy: [FaultKind]
        /// Tries it: nil when it is available, else the reason why not.
        public var reasonAgainst: @Sendable () async -> String?
        /// Its meaning when it is available.
        public var means: String

        /// Creates a probe.
        public init(
            _ name: String, neededBy: [FaultKind], means: String,
            reasonAgainst: @escaping @Sendable () async -> String?
        ) {
            self.name = name
            self.neededBy = neededBy
            self.means = means
            self.reasonAgainst = reasonAgainst
        }
    }

    /// The result of a probe.
    public struct Finding: Sendable, Hashable, Codable {
        /// The capability's name.
        public var name: String
        /// Whether it is available.
        public var isThere: Bool
        /// Its meaning here, or why it is not available.
        public var text: String
        /// The faults that need it.
        public var neededBy: [FaultKind]
    }

    private let probes: [Probe]

    /// Creates a doctor with these probes.
    public init(probes: [Probe]) { self.probes = probes }

    /// Runs all probes, one after the other.
    public func examine() async -> [Finding] {
        var findings: [Finding] = []
        for probe in probes {
            let reason = await probe.reasonAgainst()
            findings.append(
                Finding(
                    name: probe.name, isThere: reason == nil, text: reason ?? probe.means, neededBy: probe.neededBy))
        }
        return findings
    }
}

extension [ChaosDoctor.Finding] {
    /// Why kinds of faults are impossible here.
    public var impossible: [FaultKind: String] {
        var reasons: [FaultKind: String] = [:]
        for finding in self where !finding.isThere {
            for kind in finding.neededBy where reasons[kind] == nil {
                reasons[kind] = "\(finding.name): \(finding.text)"
            }
        }
        return reasons
    }

    /// Whether services can have disks of their own to fill.
    public var hasOwnDisks: Bool { contains { $0.name == ChaosDoctor.disksName && $0.isThere } }
}
