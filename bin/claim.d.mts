export declare const claim: (folder: string, work: 'run' | 'install') => Promise<boolean>
